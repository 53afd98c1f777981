import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '@waybill/domain/kit/calls/endpoint'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { endpointQueryKey } from '../api/endpoint-query.ts'
import { changed_at } from './changed.ts'

/** Minimum time between two checks for newer rows, in ms. */
const rest_ms = 5_000

/**
 * Compares the displayed rows with newer ones. `moved` is 0 if every row keeps its position, otherwise the number of
 * new rows, at least 1. `is_same` is true if the contents are unchanged too.
 */
export function compareRows<Row>(
  shown: readonly Row[],
  newer: readonly Row[],
  idOf: (row: Row) => unknown,
): { moved: number; is_same: boolean } {
  const places = new Map(shown.map((row, place) => [idOf(row), place]))
  const fresh = newer.filter((row) => !places.has(idOf(row))).length
  const stays = newer.length === shown.length && newer.every((row, place) => places.get(idOf(row)) === place)
  return {
    moved: stays ? 0 : Math.max(1, fresh),
    is_same: stays && JSON.stringify(newer) === JSON.stringify(shown),
  }
}

/**
 * Checks for newer rows of a list, for the `waiting` property of `DataTable`. If all rows keep their positions, they
 * are updated at once; otherwise the newer rows wait until the user requests them, so that nothing moves under the
 * cursor.
 */
export function useNewer<E extends Endpoint, Row>(
  endpoint: E,
  input: Input<E>,
  rowsOf: (output: Output<E>) => readonly Row[],
  idOf: (row: Row) => unknown,
): { count: number; show: () => void } {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<{ key: string; count: number; output: Output<E> } | null>(null)
  const key = endpointQueryKey(endpoint, input)
  const keyText = JSON.stringify(key)
  const looking = useEffectEvent(() => ({ key, input, rowsOf, idOf, key_text: keyText }))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let checkedAt = 0
    let isGone = false
    const check = async (): Promise<void> => {
      timer = undefined
      checkedAt = Date.now()
      const now = looking()
      const output = await call(endpoint, now.input).catch(() => null)
      if (isGone || looking().key_text !== now.key_text) return
      const shown = client.getQueryData<Output<E>>(now.key)
      if (!output || !shown) {
        // A query that is still running may return data from before the change: check once more.
        const isRejected = client.getQueryState(now.key)?.status === 'error'
        if (!isRejected) timer ??= setTimeout(() => void check(), rest_ms)
        return
      }
      const { moved, is_same } = compareRows(now.rowsOf(shown), now.rowsOf(output), now.idOf)
      if (is_same) setWaiting(null)
      else if (moved > 0) setWaiting({ key: now.key_text, count: moved, output })
      else {
        client.setQueryData(now.key, output)
        setWaiting(null)
      }
    }
    const unwatch = changed_at.watch(() => {
      const receivedAt = changed_at.read().get(endpointQueryKey(endpoint)[0]) ?? 0
      if (receivedAt <= checkedAt || timer) return
      timer = setTimeout(() => void check(), Math.max(300, checkedAt + rest_ms - Date.now()))
    })
    return () => {
      isGone = true
      clearTimeout(timer)
      unwatch()
    }
  }, [client, endpoint])

  const isForThis = waiting?.key === keyText
  return {
    count: isForThis ? waiting.count : 0,
    show: () => {
      if (isForThis) client.setQueryData(key, waiting.output)
      setWaiting(null)
    },
  }
}
