import { useEffect } from 'react'

/** A list is fetched again when no scan was accepted for this time, in ms: never between a scan and its verdict. */
const pause_ms = 400

/** Fetches a list again after each pause in the scanning of this session. */
export function useRefetchAfterScans(accepted: number, refetch: () => Promise<unknown>): void {
  useEffect(() => {
    if (accepted === 0) return undefined
    const timer = setTimeout(() => void refetch(), pause_ms)
    return () => clearTimeout(timer)
  }, [accepted, refetch])
}
