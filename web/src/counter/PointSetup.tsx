import { useQuery } from '@tanstack/react-query'
import { counterApi } from '@waybill/domain/counter/api'
import { useState } from 'react'
import { endpointQuery } from '../kit/api/index.ts'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { unlockSound } from '../kit/scan/sounds.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../kit/ui/page-layout/PageHeader.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { EmptyState, Loading, RegionError } from '../kit/ui/states/States.tsx'
import { ClerkLimits } from './ClerkLimits.tsx'

/** The choice of the point at which this device stands; it is remembered. */
export function PointSetup({ problem, onChoose }: { problem: string; onChoose: (pointId: number) => void }) {
  const me = useMe()
  const query = useQuery(endpointQuery(counterApi.stock, {}))
  const [chosen, setChosen] = useState<number | null>(null)
  if (!query.data)
    return (
      <Page width="form">
        <PageHeader title="Counter" />
        {query.error ? (
          <RegionError thrown={query.error} what="The locations" onRetry={() => void query.refetch()} />
        ) : (
          <Loading onRetry={() => void query.refetch()} />
        )}
      </Page>
    )
  const { points } = query.data
  const [only] = points.length === 1 ? points : []
  const pointId = chosen ?? only?.id ?? null
  return (
    <Page width="form">
      <PageHeader title="Counter" />
      <Stack>
        {problem !== '' && <Notice variant="warning">{problem}</Notice>}
        {points.length === 0 ? (
          <EmptyState title="There is no location of your own yet.">
            Add a locker or counter under Locations. Then its parcels can be handled here.
          </EmptyState>
        ) : (
          <Card title="Where do you work?">
            <Stack>
              <SelectField
                {...standaloneField('point', pointId, setChosen)}
                label="Location"
                hint="This device remembers it."
                options={points.map(({ id, name, pickup_point_id }) => ({
                  value: id,
                  label: name,
                  hint: pickup_point_id,
                }))}
              />
              <div>
                <Button
                  variant="primary"
                  reason={pointId === null ? 'Choose a location.' : null}
                  onClick={() => {
                    unlockSound()
                    if (pointId !== null) onChoose(pointId)
                  }}
                >
                  Start
                </Button>
              </div>
            </Stack>
          </Card>
        )}
        {mayCall(me, counterApi.limitClerk) && points.length > 0 && <ClerkLimits points={points} />}
      </Stack>
    </Page>
  )
}
