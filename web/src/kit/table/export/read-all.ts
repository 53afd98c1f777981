import { formatCount } from '@waybill/domain/kit/texts/format'
import { page_sizes } from '@waybill/domain/kit/lists/paging'
import { conflict } from '@waybill/domain/kit/problem'

/** Maximum number of rows that a browser writes into one file. */
const max_rows = 50_000
const page_size = 500

/**
 * Reads page after page until there are no more rows. The server may return smaller pages than requested, but not
 * smaller than the largest table page. Throws an error with a sentence when there are more rows than one file can
 * hold: a file is either complete or not created.
 */
export async function readAll<Row>(
  readPage: (page: { limit: number; offset: number }) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found: Row[] = []
  for (;;) {
    const rows = await readPage({ limit: page_size, offset: found.length })
    found.push(...rows)
    if (found.length > max_rows)
      throw conflict(`More than ${formatCount(max_rows)} rows match. Narrow the filters and export in parts.`)
    if (rows.length < page_sizes.large) return found
  }
}
