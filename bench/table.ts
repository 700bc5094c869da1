/** Rows of a Markdown table on stdout, and budgets beside what was measured. */

export function row(...cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}

/** `numbers`: how many of the last columns are aligned to the right. */
export function head(title: string, ...columns: readonly string[]): void {
  process.stdout.write(`\n${title}\n\n`)
  row(...columns)
  row(...columns.map((_, index) => (index === 0 ? '---' : '---:')))
}

export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
}

/** The middle of some numbers; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** `value` with its budget, and whether it holds. */
export function judged(text: string, holds: boolean, budget: string): [string, string] {
  return [text, `${budget} ${holds ? '✓' : '✗'}`]
}
