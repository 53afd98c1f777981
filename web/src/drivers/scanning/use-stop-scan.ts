import { cleanReference } from '@waybill/domain/shipments/labels/references'
import type { Stop } from '@waybill/domain/drivers/model'
import { useState } from 'react'
import { announce } from '../../kit/layers/announcements.ts'
import { useStore } from '../../kit/layers/store.ts'
import { playScanSound } from '../../kit/scan/sounds.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { findParcel } from '../stops/trip-sheet-stops.ts'
import { scan_ticks, tick } from './scanned-parcels.ts'

/** What scanning at a stop has found: the ticked parcels and a sentence about the last wrong scan. */
export interface StopScan {
  ticked: ReadonlySet<string>
  problem: string
  /** Takes a raw scan, a camera reading or a typed text. */
  scan: (raw: string) => void
}

/** Ticks parcels of a stop off by scanner, camera or typing; another stop's parcel is named with its stop. */
export function useStopScan(stop: Stop | null, stops: readonly Stop[]): StopScan {
  const ticks = useStore(scan_ticks)
  const [problem, setProblem] = useState('')
  const scan = (raw: string): void => {
    const reference = cleanReference(raw)
    if (reference === '' || !stop) return
    const found = findParcel([stop], reference)
    if (found) {
      tick(stop.stop_id, found.parcel.tracking_reference)
      setProblem('')
      playScanSound('accepted')
      announce(`${reference} scanned`)
      return
    }
    const elsewhere = findParcel(stops, reference)
    const sentence = elsewhere
      ? `${reference} is for stop ${elsewhere.stop.sequence}, not for this one.`
      : `${reference} is not on your list.`
    setProblem(sentence)
    playScanSound('refused')
    announce(sentence, 'assertive')
  }
  useScan((_, raw) => scan(raw), stop !== null)
  return { ticked: new Set(stop ? (ticks[stop.stop_id] ?? []) : []), problem, scan }
}
