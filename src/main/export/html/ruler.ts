/** The whole file as a bar: this window, windows read before it. Plain boxes, so that paper has it too. */
import type { LineRange } from '#shared/session'
import type { ReadView } from '#shared/views'
import { count } from '#shared/words/numbers'

/** HTML of the ruler; '' for a file without lines. */
export function rulerHtml(view: ReadView, before: readonly LineRange[]): string {
  const { totalLines: total, lines } = view
  if (total === 0) return ''
  const bar = (kind: string, first: number, last: number): string => {
    const left = ((first - 1) / total) * 100
    const width = ((last - first + 1) / total) * 100
    return `<i class="${kind}" style="left:${left.toFixed(3)}%;width:max(2px,${width.toFixed(3)}%)"></i>`
  }
  const old = before
    .filter(({ first }) => first <= total)
    .map(({ first, last }) => bar('old', first, Math.min(last, total)))
  const first = lines[0]?.number
  const last = lines.at(-1)?.number
  const now =
    first === undefined || last === undefined
      ? view.offset <= total
        ? bar('now', view.offset, view.offset)
        : ''
      : bar('now', first, last)
  return `<div class="ruler" aria-hidden="true"><span>1</span><div class="track">${old.join('')}${now}</div><span>${count(total)}</span></div>`
}
