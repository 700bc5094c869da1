/** Whether a command's result says that it failed, read off the end of its text. Rule: dsh format, 14.3. */

const markers = ['\\n[exit code: ', '\\n[killed by signal: '].map((text) => Buffer.from(text))
const closing = Buffer.from(']"')

/** True when a text in the record ends with an exit marker. dsh writes one only for a code other than 0. */
export function endsInFailure(bytes: Buffer, start: number, end: number): boolean {
  return markers.some((marker) => {
    // Searched in the record alone: without a marker the search would go on to the start of all bytes.
    const place = bytes.subarray(start, end).lastIndexOf(marker)
    const at = start + place
    if (place === -1 || !isEscape(bytes, at)) return false
    const close = bytes.indexOf(closing, at)
    return close !== -1 && close < end && close - at < 64 && bytes.indexOf(0x22, at) === close + 1
  })
}

/** The backslash at `at` begins an escape: an even number of them stands before it. */
function isEscape(bytes: Buffer, at: number): boolean {
  let slashes = 0
  while (bytes[at - 1 - slashes] === 0x5c) slashes += 1
  return slashes % 2 === 0
}
