import { useEffect, useEffectEvent } from 'react'
import { endpointQueryKey, type EndpointQueryName } from '../kit/api/endpoint-query.ts'
import { changed_at } from '../kit/live/changed.ts'

/** Minimum time between two reloads in ms, whatever number of events arrives. */
const usual_rest_ms = 3_000

/** Calls `readAgain` when the live channel reports a change to the data of an endpoint, at most once per `restMs`. */
export function useFollow(
  endpoint: EndpointQueryName,
  readAgain: () => unknown,
  restMs = usual_rest_ms,
): void {
  const read = useEffectEvent(readAgain)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let readAt = Date.now()
    const unwatch = changed_at.watch(() => {
      const receivedAt = changed_at.read().get(endpointQueryKey(endpoint)[0]) ?? 0
      if (receivedAt <= readAt || timer) return
      timer = setTimeout(
        () => {
          timer = undefined
          readAt = Date.now()
          read()
        },
        Math.max(300, readAt + restMs - Date.now()),
      )
    })
    return () => {
      clearTimeout(timer)
      unwatch()
    }
  }, [endpoint, restMs])
}
