import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import type { PickupPoint } from '@waybill/domain/pickup-points/model'
import { takesParcels } from '@waybill/domain/pickup-points/point-state'
import { useState } from 'react'
import { endpointQuery } from '../kit/api/index.ts'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { useSearchText } from '../kit/form/choices/use-search.ts'
import { mayCall, useFeature, useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { placeLine } from './place-line.ts'
import { pointKey } from './point-state.ts'

/** Delay after the last key before the points are requested, in ms. */
const pause_ms = 250
const max_results = 20

interface PointChoiceProps {
  label: string
  onChoose: (point: PickupPoint) => void
  /** Whether the field is there without pressing the button. */
  isOpenAtFirst?: boolean
}

/**
 * Lets a user choose a pickup point instead of an address, after pressing a button. Renders nothing when the company
 * has no points, or the user may not choose one.
 */
export function PointChoice(props: PointChoiceProps) {
  const me = useMe()
  return useFeature('locations') && mayCall(me, pickupPointsApi.list) ? <Choice {...props} /> : null
}

function Choice({ label, onChoose, isOpenAtFirst = false }: PointChoiceProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { setText, search, isSettled } = useSearchText(pause_ms)
  const query = useQuery({
    ...endpointQuery(pickupPointsApi.list, { search: search || undefined, limit: max_results }),
    placeholderData: keepPreviousData,
  })
  const points = (query.data?.pickup_points ?? []).filter(takesParcels)
  if (search === '' && points.length === 0) return null
  if (!isOpen)
    return (
      <div>
        <Button variant="link" onClick={() => setOpen(true)}>
          {label}
        </Button>
      </div>
    )
  return (
    <SelectField
      {...standaloneField('pickup_point', null as string | null, (key) => {
        const point = points.find((one) => pointKey(one) === key)
        if (point) onChoose(point)
      })}
      label="Locker or counter"
      placeholder="Suburb, town or name"
      options={points.map((point) => ({ value: pointKey(point), label: point.name, hint: placeLine(point) }))}
      onSearch={setText}
      isSearching={!isSettled || query.isPlaceholderData || query.isPending}
    />
  )
}
