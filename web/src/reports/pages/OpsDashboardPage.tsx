import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { IconRefresh } from '../../kit/icons/icons.ts'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { reportsApi } from '@waybill/domain/reports/api'
import { ops_modes, type DriverProgress, type OpsMode } from '@waybill/domain/reports/ops-dashboard'
import { ops_dashboard_refresh_seconds } from '@waybill/domain/shipments/settings'
import { endpointQuery } from '../../kit/api/index.ts'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { useSetting } from '../../kit/session/me.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { Segments } from '../../kit/ui/page-layout/Tabs.tsx'
import { usePhone } from '../../kit/ui/page-layout/use-phone.ts'
import { DriverList } from '../DriverList.tsx'
import { FigureStrip } from '../FigureStrip.tsx'
import { MoreModes } from '../MoreModes.tsx'
import styles from './ops-dashboard-page.module.css'
import { PendingTable } from '../PendingTable.tsx'
import { StopsOfDay } from '../StopsOfDay.tsx'
import { useFollow } from '../use-follow.ts'
import { useBranchChoices, useOpsState, type OpsState } from '../use-ops-state.ts'

const DepotBoard = lazy(() => import('../depot/DepotBoard.tsx'))
const DispatchBoard = lazy(() => import('../dispatch/DispatchBoard.tsx'))

/** The ops dashboard: the drivers’ progress and the pending shipments, or the board of a depot (OPS-001, OPS-002). */
export default function OpsDashboardPage() {
  const state = useOpsState()
  const { mode } = state
  if (mode !== 'depot') return <OpsDashboard state={{ ...state, mode }} />
  return (
    <Suspense fallback={<Loading lines={8} />}>
      <DepotBoard state={state} />
    </Suspense>
  )
}

function OpsDashboard({ state }: { state: OpsState & { mode: OpsMode } }) {
  const refreshMs = useSetting(ops_dashboard_refresh_seconds) * 1000
  const query = useQuery({
    ...endpointQuery(reportsApi.opsDashboard, { branch_id: state.branch_id, date: state.date }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  useFollow(reportsApi.opsDashboard, query.refetch)
  const board = query.data
  const drivers = board?.drivers ?? []
  const isPhone = usePhone()
  const modes = (
    <div className={styles.filters}>
      <Segments
        label="Mode"
        choices={ops_modes}
        chosen={state.mode}
        onChoose={(mode) => state.set({ mode: mode === 'all' ? undefined : mode, page: undefined })}
      />
      <MoreModes state={state} />
      <ButtonLink to={state.addressOf({ mode: 'depot' })}>Depot</ButtonLink>
    </div>
  )
  const filters = (
    <div className={styles.filters}>
      <Filters state={state} drivers={drivers} />
      {!isPhone && state.mode !== 'pending' && (
        <Button icon={IconRefresh} smallIcon aria-label="Refresh" onClick={() => query.refetch()}>
          {query.dataUpdatedAt ? clockOf(new Date(query.dataUpdatedAt)) : '–'}
        </Button>
      )}
    </div>
  )
  return (
    <Page width={state.mode === 'pending' || state.mode === 'dispatch' ? 'list' : 'full'}>
      <PageHeader title="Ops dashboard" badge={!isPhone && modes} actions={!isPhone && filters} />
      {isPhone && (
        <div className={styles.tools}>
          {modes}
          {filters}
        </div>
      )}
      {query.error && (
        <RegionError thrown={query.error} what="The ops dashboard" onRetry={() => void query.refetch()} />
      )}
      {!board && !query.error && <Loading lines={8} onRetry={() => void query.refetch()} />}
      {board && state.mode !== 'pending' && <FigureStrip of={board} state={state} />}
      {state.mode === 'pending' && <PendingTable state={state} board={board} />}
      {board && state.mode === 'all' && (
        <div className={styles.board}>
          <DriverList drivers={drivers} chosen={state.driver} onChoose={(driver) => state.set({ driver })} />
          <StopsOfDay state={state} drivers={drivers} refresh_ms={refreshMs} />
        </div>
      )}
      {state.mode === 'dispatch' && (
        <Suspense fallback={<Loading lines={8} />}>
          <DispatchBoard
            key={`${state.branch_id ?? ''} ${state.date ?? ''}`}
            state={state}
            refresh_ms={refreshMs}
          />
        </Suspense>
      )}
      {board && state.mode === 'driver-tripsheet' && (
        <div className={cx(styles.board, styles.oneDriver)}>
          {state.driver ? (
            <StopsOfDay state={state} drivers={drivers} refresh_ms={refreshMs} />
          ) : (
            <EmptyState title="Choose a driver.">
              The stops of that driver are shown here in order.
            </EmptyState>
          )}
        </div>
      )}
    </Page>
  )
}

function Filters({ state, drivers }: { state: OpsState; drivers: readonly DriverProgress[] }) {
  const branches = useBranchChoices()
  const today = dayOf(new Date())
  return (
    <>
      {state.mode === 'driver-tripsheet' && (
        <SelectField
          {...standaloneField<string | null>('driver', state.driver ?? null, (driver) =>
            state.set({ driver: driver ?? undefined }),
          )}
          label="Driver"
          hideLabel
          placeholder="Choose a driver"
          width={200}
          options={drivers.map(({ username, name }) => ({ value: username, label: name }))}
        />
      )}
      {branches.length > 1 && (
        <SelectField
          {...standaloneField<number | null>('branch', state.branch_id ?? null, (branch) =>
            state.set({
              branch: branch === null ? undefined : String(branch),
              driver: undefined,
              page: undefined,
            }),
          )}
          label="Branch"
          hideLabel
          placeholder="All branches"
          clearable
          width={180}
          options={branches}
        />
      )}
      {state.mode !== 'pending' && (
        <DateField
          {...standaloneField<string | null>('date', state.date ?? today, (date) =>
            state.set({ date: date === today ? undefined : (date ?? undefined) }),
          )}
          label="Day"
          hideLabel
          width={150}
        />
      )}
    </>
  )
}
