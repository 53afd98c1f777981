import { useEffect, useEffectEvent } from 'react'
import { endpointQueryKey, type EndpointQueryName } from '../kit/api/endpoint-query.ts'
import { changed_at } from '../kit/live/changed.ts'

/** Milliseconds between two readings, however much is heard in between. */
const rest_ms = 3_000

/** Reads again when the live channel says that what an endpoint shows has changed, and not more often than it must. */
export function useFollow(endpoint: EndpointQueryName, readAgain: () => unknown): void {
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
        Math.max(300, readAt + rest_ms - Date.now()),
      )
    })
    return () => {
      clearTimeout(timer)
      unwatch()
    }
  }, [endpoint])
}
