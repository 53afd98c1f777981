import { allow_same_day_retry } from '@waybill/domain/drivers/settings'
import { useSetting } from '../../kit/session/me.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { useEffect } from 'react'
import { HandOverFlow } from '../HandOverFlow.tsx'
import { outcome_kinds, type OutcomeKind } from '../outcomes.ts'
import { OutcomeFlow } from '../OutcomeFlow.tsx'
import { watchPosition } from '../position.ts'
import { handedOver } from '../sheet.ts'
import { stopAddress } from '../StopRow.tsx'
import { useStop } from '../use-stop.tsx'

/** Ending a stop: handing over, or saying why not. A stop that is over already leads back to its page. */
export default function StepPage() {
  const { desk, view, missing } = useStop()
  const step = usePathPart('step')
  const go = useGo()
  const kind = outcome_kinds.find((one): one is OutcomeKind => one === step)
  const mayRetry = useSetting(allow_same_day_retry)
  const shipments = !view ? [] : kind ? view.open : handedOver(view, mayRetry)
  const isOpen = shipments.length > 0 && (kind !== undefined || step === 'hand-over')
  const back = view && !isOpen ? stopAddress(view.stop.stop_id) : null
  useEffect(watchPosition, [])
  useEffect(() => {
    if (back) go(back, { replace: true })
  }, [back, go])
  if (!view) return missing
  if (!isOpen) return null
  return kind ? (
    <OutcomeFlow desk={desk} stop={view.stop} subject={shipments} kind={kind} />
  ) : (
    <HandOverFlow desk={desk} stop={view.stop} subject={shipments} />
  )
}
