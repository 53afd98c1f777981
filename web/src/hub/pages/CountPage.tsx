import { useQuery } from '@tanstack/react-query'
import { floorApi } from '@waybill/domain/hub/floor/floor-api'
import { startupApi } from '@waybill/domain/startup/api'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { unlockSound } from '../../kit/scan/sounds.ts'
import { useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Row, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { readStation } from '../station/station.ts'
import { readOwnCount, saveOwnCount, type OwnCount } from '../count/count-memory.ts'
import { CountScanner } from '../count/CountScanner.tsx'
import { Differences } from '../count/Differences.tsx'

const back = { to: '/hub-scanner', label: 'Hub scanner' }

/** Page for counting what stands in a branch by scanning it, and for the differences of the last count (HUB-003). */
export default function CountPage() {
  const [own, setOwn] = useState(readOwnCount)
  const [closedId, setClosedId] = useState<number | null>(null)
  const change = (next: OwnCount | null): void => {
    saveOwnCount(next)
    setOwn(next)
  }
  if (own)
    return (
      <Page width="form">
        <PageHeader title="Floor count" note={own.branch_name} back={back} />
        <CountScanner
          count={own}
          onChange={change}
          onClosed={() => {
            setClosedId(own.id)
            change(null)
          }}
        />
      </Page>
    )
  return <CountStart closed_id={closedId} onStart={change} />
}

/** Choice of the branch, and the differences of its last closed count. */
function CountStart({
  closed_id,
  onStart,
}: {
  closed_id: number | null
  onStart: (count: OwnCount) => void
}) {
  const me = useMe()
  const isFixed = me.limit_user_to_branch && me.branch_id !== null
  const [branchId, setBranchId] = useState<number | null>(
    isFixed ? me.branch_id : readStation(me.branch_id).branch_id || null,
  )
  const general = useQuery({
    ...endpointQuery(startupApi.generalData, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const counts = useQuery({
    ...endpointQuery(floorApi.list, { branch_id: branchId ?? 0, limit: 2 }),
    enabled: branchId !== null,
  })
  const start = useEndpointMutation(floorApi.start, {
    done: ({ id, branch_id, branch_name }) => onStart({ id, branch_id, branch_name, bay: '' }),
  })
  const open = counts.data?.floor_counts.find(({ time_closed }) => time_closed === null)
  const last = counts.data?.floor_counts.find(({ time_closed }) => time_closed !== null)
  const shownId = closed_id ?? last?.id
  return (
    <Page width="form">
      <PageHeader title="Floor count" back={back} />
      {general.error && (
        <RegionError thrown={general.error} what="The branches" onRetry={() => void general.refetch()} />
      )}
      {!general.data && !general.error && <Loading onRetry={() => void general.refetch()} />}
      <Stack>
        {general.data && (
          <Card title="Count the floor">
            <Stack>
              <p>Scan every parcel on the floor. When the count is closed, its differences are listed.</p>
              {!isFixed && (
                <SelectField
                  {...standaloneField<number | null>('branch', branchId, setBranchId)}
                  label="Branch"
                  options={general.data.branches.map(({ id, name }) => ({ value: id, label: name }))}
                />
              )}
              <Row>
                <Button
                  variant="primary"
                  busy={start.isPending}
                  {...(branchId === null ? { reason: 'Choose a branch first.' } : {})}
                  onClick={() => {
                    unlockSound()
                    if (branchId !== null) start.mutate({ branch_id: branchId })
                  }}
                >
                  {open ? 'Join the open count' : 'Start counting'}
                </Button>
              </Row>
            </Stack>
          </Card>
        )}
        {shownId !== undefined && <Differences key={shownId} id={shownId} />}
      </Stack>
    </Page>
  )
}
