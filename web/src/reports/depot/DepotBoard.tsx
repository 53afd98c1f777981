import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { depotApi, type DepotRow } from '@waybill/domain/drivers/depot-api'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { ops_dashboard_refresh_seconds } from '@waybill/domain/shipments/settings'
import { useState } from 'react'
import { ApiError, endpointQuery } from '../../kit/api/index.ts'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { IconRefresh } from '../../kit/icons/icons.ts'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { useFollow } from '../use-follow.ts'
import { useBranchChoices, type OpsState } from '../use-ops-state.ts'
import { DepotParcels } from './DepotParcels.tsx'
import { DepotRows } from './DepotRows.tsx'
import type { OpenNumber } from './depot-texts.ts'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import styles from './depot-board.module.css'

/** The depot board: where the parcels of each van and line-haul of a branch are (HUB-003, OPS-002). */
export default function DepotBoard({ state }: { state: OpsState }) {
  const me = useMe()
  const branches = useBranchChoices()
  const [opened, setOpened] = useState<OpenNumber | null>(null)
  const [releasing, setReleasing] = useState<DepotRow | null>(null)
  const branchId = state.branch_id ?? me.branch_id ?? branches[0]?.value
  const about = { branch_id: branchId, date: state.date }
  const query = useQuery({
    ...endpointQuery(depotApi.board, about),
    enabled: branchId !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: useSetting(ops_dashboard_refresh_seconds) * 1000,
  })
  useFollow(depotApi.board, query.refetch)
  const board = query.data
  const today = dayOf(new Date())
  const tools = (
    <div className={styles.tools}>
      {branches.length > 1 && (
        <SelectField
          {...standaloneField<number | null>('branch', branchId ?? null, (branch) =>
            state.set({ branch: branch === null ? undefined : String(branch) }),
          )}
          label="Branch"
          hideLabel
          width={180}
          options={branches}
        />
      )}
      <DateField
        {...standaloneField<string | null>('date', state.date ?? today, (date) =>
          state.set({ date: date === today ? undefined : (date ?? undefined) }),
        )}
        label="Day"
        hideLabel
        width={150}
      />
      <Button icon={IconRefresh} smallIcon aria-label="Refresh" onClick={() => query.refetch()}>
        {board ? clockOf(board.as_of) : '–'}
      </Button>
    </div>
  )
  const isOver = query.error instanceof ApiError && query.error.status === 400
  return (
    <Page width="full">
      <PageHeader
        title="Depot"
        note={board?.branch_name}
        back={{ to: state.addressOf({}), label: 'Ops dashboard' }}
        actions={tools}
      />
      {isOver && (
        <EmptyState title="The depot board shows today and later days.">Choose another day.</EmptyState>
      )}
      {query.error && !isOver && (
        <RegionError thrown={query.error} what="The depot board" onRetry={() => void query.refetch()} />
      )}
      {!board && !query.error && <Loading lines={8} onRetry={() => void query.refetch()} />}
      {board && !isOver && (
        <>
          <DepotRows board={board} onOpen={setOpened} onRelease={setReleasing} />
          {opened && <DepotParcels about={about} of={opened} onClose={() => setOpened(null)} />}
          {releasing && <ReleaseDialog row={releasing} about={about} onClose={() => setReleasing(null)} />}
        </>
      )}
    </Page>
  )
}
