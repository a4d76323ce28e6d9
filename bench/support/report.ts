export type Row = { what: string; result: string; target?: string }

/** Prints rows as a Markdown table, ready for bench/README.md. */
export function print(title: string, rows: readonly Row[]): void {
  console.log(`\n### ${title}\n\n| what | result | target |\n|---|---|---|`)
  for (const row of rows) console.log(`| ${row.what} | ${row.result} | ${row.target ?? ''} |`)
}
