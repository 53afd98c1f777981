import type { ReactNode } from 'react'
import { EmptyState, Loading, RegionError } from '../kit/ui/States.tsx'
import { usePathPart } from '../kit/url/use-path-part.ts'
import { DriverFrame } from './DriverFrame.tsx'
import type { StopView } from './sheet.ts'
import { useDriverDesk, type DriverDesk } from './use-driver-desk.ts'

/** The stop in the address; while it is not there, what to show instead. */
export function useStop(): { desk: DriverDesk; view: StopView | null; missing: ReactNode } {
  const desk = useDriverDesk()
  const id = decodeURIComponent(usePathPart('stop_id'))
  const view = desk.views.find(({ stop }) => stop.stop_id === id) ?? null
  const missing = (
    <DriverFrame desk={desk} title="Stop" back="/tripsheet">
      {desk.failure && <RegionError thrown={desk.failure} what="This stop" onRetry={desk.readAgain} />}
      {!desk.sheet && !desk.failure && <Loading lines={6} onRetry={desk.readAgain} />}
      {desk.sheet && !view && (
        <EmptyState title="This stop is not on your list any more.">
          The office gave it to somebody else or cancelled it. What you recorded is kept under Sync until it
          is sent.
        </EmptyState>
      )}
    </DriverFrame>
  )
  return { desk, view, missing }
}
