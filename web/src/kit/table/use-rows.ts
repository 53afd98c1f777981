import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '@waybill/domain/kit/calls/endpoint'
import { conflict } from '@waybill/domain/kit/problem'
import { call, endpointQuery } from '../api/index.ts'
import { formatCount, formatTotal } from '../ui/values/numbers.ts'
import type { z } from 'zod'
import { readAll } from './export/read-all.ts'
import type { TableQuery } from './table-props.ts'

/** One page of rows of a list endpoint, for `ListPage` or, spread, for `DataTable`. */
export interface Rows<Row> {
  /** `undefined` until the first response. */
  rows: readonly Row[] | undefined
  total: number | undefined
  query: TableQuery
  /** Fetches all rows that match the filters, for the export. */
  fetchAll: () => Promise<readonly Row[]>
  /**
   * Fetches all rows that match the filters in one response, for an action on them: rows that others change meanwhile are
   * neither missed nor read twice. Rejects with a sentence when more than `max` match.
   */
  fetchUpTo: (max: number) => Promise<readonly Row[]>
}

/** Reads a page of rows; the previous rows stay while new ones load. `rowsOf` picks the rows from the response. */
export function useRows<E extends Endpoint<z.ZodType, z.ZodType<{ count: number }>>, Row>(
  endpoint: E,
  input: Input<E> & object,
  rowsOf: (answer: Output<E>) => readonly Row[],
  options: { refetchInterval?: number; enabled?: boolean } = {},
): Rows<Row> & { answer: Output<E> | undefined } {
  const query = useQuery({ ...endpointQuery(endpoint, input), placeholderData: keepPreviousData, ...options })
  return {
    answer: query.data,
    rows: query.data && rowsOf(query.data),
    total: countOf(query.data),
    query,
    fetchAll: () => readAll((page) => call(endpoint, { ...input, ...page }).then(rowsOf)),
    fetchUpTo: async (max) => {
      const answer = await call(endpoint, { ...input, limit: max, offset: 0 })
      const rows = rowsOf(answer)
      const count = countOf(answer) ?? rows.length
      if (count > rows.length)
        throw conflict(`${formatTotal(count)} match now; at most ${formatCount(max)} are changed at once.`)
      return rows
    },
  }
}

function countOf(answer: unknown): number | undefined {
  const isCounted = typeof answer === 'object' && answer !== null && 'count' in answer
  return isCounted && typeof answer.count === 'number' ? answer.count : undefined
}
