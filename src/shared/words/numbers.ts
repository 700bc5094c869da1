/** Numbers as text: thousands with a comma, ranges with an en dash, a space before units. */

const grouped = new Intl.NumberFormat('en-US')

/** `1204` → `1,204`. */
export function count(value: number): string {
  return grouped.format(value)
}

/** `3, 'line'` → `3 lines`. */
export function plural(value: number, noun: string, many = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : many}`
}

/** Bytes in units of 1,000: `5.1 kB`. */
export function bytes(value: number): string {
  if (value < 1000) return `${value} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let size = value / 1000
  let unit = 0
  while (size >= 999.95 && unit < units.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${size < 100 ? size.toFixed(1) : size.toFixed(0)} ${units[unit] ?? ''}`
}

/** Tokens, short: `184.2k`, `940`. */
export function tokens(value: number): string {
  if (value < 1000) return count(value)
  return value < 1_000_000 ? `${(value / 1000).toFixed(1)}k` : `${(value / 1_000_000).toFixed(1)}M`
}

/** How long something took: `9 ms`, `8.4 s`, `4 min 12 s`, `2 h 5 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}

/** A place in time from the start: `2:14.3`, `1:02:14.3`. */
export function clock(ms: number): string {
  const tenths = Math.floor(Math.max(0, ms) / 100)
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0')
  const minutes = Math.floor(tenths / 600)
  if (minutes < 60) return `${minutes}:${seconds}`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${seconds}`
}

/** A length without tenths: `6:41`, `1:02:14`. */
export function span(ms: number): string {
  return clock(Math.round(ms / 1000) * 1000).slice(0, -2)
}

/** How long ago: `now`, `12 s`, `3 min`, `5 h`, `6 d`. */
export function age(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  if (seconds < 2) return 'now'
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`
  return `${count(Math.floor(seconds / 86_400))} d`
}

/** `1, 60` → `1–60`; one line alone has no dash. */
export function range(first: number, last: number): string {
  return first === last ? count(first) : `${count(first)}–${count(last)}`
}

/** A share as `56 %`. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${Math.round((part / whole) * 100)} %`
}

/** Day and time in the reader's zone: `2026-12-01 14:02:14`. */
export function dateTime(ms: number): string {
  const date = new Date(ms)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
