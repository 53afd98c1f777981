/** Returns a Markdown table; the columns after the first hold numbers. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const numbers = heads.slice(1).map(() => '--:')
  return [line(heads), line(['---', ...numbers]), ...rows.map(line), ''].join('\n')
}
