import type { ReactNode } from 'react'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import type { StopView } from './trip-sheet-stops.ts'
import { useDriverApp, type DriverApp } from '../use-driver-app.ts'
import { useTexts } from '../texts/texts.ts'

/** Returns the stop from the URL, and what to display when it is not available. */
export function useStop(): { app: DriverApp; view: StopView | null; missing: ReactNode } {
  const app = useDriverApp()
  const t = useTexts()
  const id = decodeURIComponent(usePathPart('stop_id'))
  const view = app.views.find(({ stop }) => stop.stop_id === id) ?? null
  const missing = (
    <DriverFrame app={app} title={t.stop.title} back="/tripsheet">
      {app.failure && <RegionError thrown={app.failure} what={t.stop.what} onRetry={app.readAgain} />}
      {!app.sheet && !app.failure && <Loading lines={6} onRetry={app.readAgain} />}
      {app.sheet && !view && <EmptyState title={t.stop.gone}>{t.stop.goneText}</EmptyState>}
    </DriverFrame>
  )
  return { app, view, missing }
}
