import { cleanReference } from '@waybill/domain/shipments/labels/references'
import type { Stop } from '@waybill/domain/drivers/model'
import { useState } from 'react'
import { announce } from '../../kit/layers/announcements.ts'
import { useStore } from '../../kit/layers/store.ts'
import { playScanSound } from '../../kit/scan/sounds.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { findParcel } from '../stops/trip-sheet-stops.ts'
import { scan_ticks, tick } from './scanned-parcels.ts'
import { useTexts } from '../texts/texts.ts'

/** The scans at a stop: the scanned parcels and a message about the last wrong scan. */
export interface StopScan {
  ticked: ReadonlySet<string>
  problem: string
  /** Handles a raw scan from a scanner, the camera or typed text. */
  scan: (raw: string) => void
}

/**
 * Marks the parcels of a stop as scanned, by scanner, camera or typing. For a parcel of another stop the message
 * names that stop.
 */
export function useStopScan(stop: Stop | null, stops: readonly Stop[]): StopScan {
  const ticks = useStore(scan_ticks)
  const [problem, setProblem] = useState('')
  const t = useTexts()
  const scan = (raw: string): void => {
    const reference = cleanReference(raw)
    if (reference === '' || !stop) return
    const found = findParcel([stop], reference)
    if (found) {
      tick(stop.stop_id, found.parcel.tracking_reference)
      setProblem('')
      playScanSound('accepted')
      announce(t.scan.scanned(reference))
      return
    }
    const elsewhere = findParcel(stops, reference)
    const sentence = elsewhere
      ? t.scan.otherStop(reference, elsewhere.stop.sequence)
      : t.scan.unknown(reference)
    setProblem(sentence)
    playScanSound('refused')
    announce(sentence, 'assertive')
  }
  useScan((_, raw) => scan(raw), stop !== null)
  return { ticked: new Set(stop ? (ticks[stop.stop_id] ?? []) : []), problem, scan }
}
