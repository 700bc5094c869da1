/** How much one read gives. Rule: dsh format, 11.2; deployments of dsh may set others. */

export interface ReadCaps {
  /** Lines of one call: its default and its largest `limit`. */
  readonly lines: number
  /** Characters (UTF-16 units) kept of a line; a longer one is cut and says so. */
  readonly lineChars: number
  /** UTF-8 bytes of the selected lines after cutting, one more between each two. */
  readonly bytes: number
}

export const defaultReadCaps: ReadCaps = { lines: 2000, lineChars: 2000, bytes: 51_200 }
