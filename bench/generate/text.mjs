/** Seeded words, source lines and numbers, so that a generated log is the same every time. */

/** A number in [0, 1), the next of its seed (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const words =
  'the order cache reads total lines offset window parser returns a typed result when retry count is above limit and the file has changed since we last looked so check état naïve 数据 first then write tests before commit'.split(
    ' ',
  )

export class Text {
  #random
  #pool

  constructor(seed) {
    this.#random = randomOf(seed)
    this.#pool = Array.from({ length: 600 }, (_, index) => this.#line(index))
  }

  /** A whole number in [from, to]. */
  number(from, to) {
    return from + Math.floor(this.#random() * (to - from + 1))
  }

  pick(list) {
    return list[Math.floor(this.#random() * list.length)]
  }

  words(count) {
    return Array.from({ length: count }, () => this.pick(words)).join(' ')
  }

  /** Lines of source code, `count` of them. */
  lines(count) {
    const start = this.number(0, this.#pool.length - 1)
    return Array.from({ length: count }, (_, index) => this.#pool[(start + index) % 600])
  }

  id() {
    const hex = () => this.number(0, 0xffffffff).toString(16).padStart(8, '0')
    return `${hex()}${hex()}`
  }

  #line(index) {
    const depth = '  '.repeat(index % 5)
    switch (index % 4) {
      case 0:
        return `${depth}const ${this.pick(words)}${index} = read(path, { offset: ${index}, limit: "${this.words(2)}" })`
      case 1:
        return `${depth}if (count > ${index}) return \`${this.words(5)}\` // ${this.words(4)}`
      case 2:
        return ''
      default:
        return `${depth}export function ${this.pick(words)}${index}(a: string, b?: number): Outcome<Window> {`
    }
  }
}
