import { useQuery } from '@tanstack/react-query'
import {
  planApi,
  sequenced_drivers_max,
  type BoardDriver,
  type BoardStop,
} from '@waybill/domain/drivers/plan'
import { positionsApi } from '@waybill/domain/drivers/positions-api'
import type { DriverToday } from '@waybill/domain/drivers/positions'
import { driverMessagesApi } from '@waybill/domain/drivers/messages-api'
import { Suspense, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../kit/api/index.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { IconHistory, IconMapPins, IconRoute, IconSearch } from '../../kit/icons/icons.ts'
import { dayDriversApi } from '@waybill/domain/maps/day-drivers-api'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { useFocusRescue } from '../../kit/ui/focus-rescue.ts'
import { ScrollRegion } from '../../kit/ui/page-layout/ScrollRegion.tsx'
import { usePhone } from '../../kit/ui/page-layout/use-phone.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { AreasDialog } from '../../maps/index.ts'
import { StopMessages, type StopMessage } from '../StopMessages.tsx'
import { useFollow } from '../use-follow.ts'
import type { OpsState } from '../use-ops-state.ts'
import { groupsOf, keyOf, type StopGroup } from './board-stops.ts'
import styles from './dispatch-board.module.css'
import { DayChanges } from './DayChanges.tsx'
import { DispatchMap } from './DispatchMap.tsx'
import { DriverGroup } from './DriverGroup.tsx'
import { lockStops, moveTo, orderStopsOf, reorder, step } from './plan-changes.ts'
import { PlanBar } from './PlanBar.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { vansOf } from './vans.ts'
import type { StopActions } from './StopList.tsx'
import { undoOf, usePlan, type Board, type Plan } from './use-plan.ts'

/** Minimum time between two reloads for live events, in ms: a day may have thousands of stops. */
const rest_ms = 8_000

/** The key of the group of stops that nobody has. */
const nobody = ''

/**
 * The dispatch board: the stops of a branch and day on a map and by driver, moved between drivers, put in order and
 * locked. Every change first shows its effect (OPS-002, docs/domain/routing-and-drivers.md#dispatch-board). Another
 * branch or day needs another `key`, because a shown effect and the undo of a change belong to theirs.
 */
export default function DispatchBoard({ state, refresh_ms }: { state: OpsState; refresh_ms: number }) {
  const { branch_id, date } = state
  const input = { branch_id, date }
  // A separate query key: the standard key is reloaded on every live event, which is too often for thousands of stops.
  const query = useQuery({
    queryKey: ['dispatch board', input],
    queryFn: ({ signal }) => call(planApi.board, input, { signal }),
    refetchInterval: refresh_ms,
  })
  useFollow(planApi.board, query.refetch, rest_ms)
  const { data: positions } = useQuery({
    queryKey: ['driver positions', branch_id],
    queryFn: ({ signal }) => call(positionsApi.list, { branch_id }, { signal }),
    // Positions are of now, whatever day is planned.
    enabled: date === undefined,
    refetchInterval: refresh_ms,
  })
  const plan = usePlan(query.data, query.refetch)
  if (query.error && !query.data)
    return <RegionError thrown={query.error} what="The dispatch board" onRetry={() => void query.refetch()} />
  if (!query.data) return <Loading lines={8} onRetry={() => void query.refetch()} />
  return (
    <LoadedBoard
      board={query.data}
      plan={plan}
      positions={date === undefined ? (positions?.drivers ?? []) : []}
      about={input}
      onChanged={() => void query.refetch()}
      viewKey={query.data.date}
    />
  )
}

interface LoadedBoardProps {
  about: { branch_id: number | undefined; date: string | undefined }
  onChanged: () => void
  board: Board
  plan: Plan
  positions: readonly DriverToday[]
  viewKey: string
}

function LoadedBoard({ about, onChanged, board, plan, positions, viewKey }: LoadedBoardProps) {
  const isPhone = usePhone()
  const me = useMe()
  const mayEdit = board.is_open && mayCall(me, planApi.change)
  const groups = useMemo(() => groupsOf(board), [board])
  const vans = useMemo(() => vansOf(positions, groups, new Date()), [positions, groups])
  const [search, setSearch] = useState('')
  const [showsAreas, setShowsAreas] = useState(false)
  const [showsChanges, setShowsChanges] = useState(false)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { stopOf, selected, select, toggle } = useSelection(board)
  const [message, setMessage] = useState<StopMessage | null>(null)
  const mayWrite = mayCall(me, driverMessagesApi.send)
  const dragged = useRef<readonly string[]>([])
  const panel = useRef<HTMLElement>(null)
  const stopsOf = (keys: Iterable<string>): BoardStop[] => [...keys].flatMap((key) => stopOf.get(key) ?? [])
  const selectedStops = stopsOf(selected)
  const ofOwner = (stops: readonly BoardStop[]): StopGroup | undefined => {
    const owner = ownerOf(stops)
    return owner === nobody ? undefined : groups.find(({ driver }) => driver?.username === owner)
  }
  const showInList = (key: string): void => {
    const owner = stopOf.get(key)?.driver_username ?? nobody
    flushSync(() => setOpen((before) => new Set([...before, owner])))
    panel.current?.querySelector(`[data-stop="${key}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const actions: StopActions = {
    selected,
    select,
    toggle,
    onKey: (command, keys) => {
      if (command === 'clear') return select([], false)
      if (!mayEdit) return
      const stops = stopsOf(keys)
      const group = ofOwner(stops)
      flushSync(() => select(keys, false))
      if (command === 'move')
        panel.current?.querySelector<HTMLElement>('[data-move-to] input, [data-move-to] select')?.focus()
      else if (command === 'lock') plan.propose(lockStops(stops, true) ?? lockStops(stops, false))
      else
        plan.propose(
          group?.driver
            ? step(group.driver, group.stops, new Set(keys), command === 'earlier' ? -1 : 1)
            : null,
        )
    },
    drag: mayEdit
      ? {
          start: (key) => {
            dragged.current = selected.has(key) ? [...selected] : [key]
          },
          dropOn: (username, before) => {
            const stops = stopsOf(dragged.current)
            const group = groups.find(({ driver }) => (driver?.username ?? nobody) === username)
            const isOwn = stops.every(({ driver_username }) => driver_username === username)
            if (group?.driver && isOwn && before)
              plan.propose(reorder(group.driver, group.stops, new Set(dragged.current), keyOf(before)))
            else plan.propose(moveTo(stops, group?.driver ?? null, before ?? undefined))
          },
        }
      : null,
  }
  const choose = (username: string, isChosen: boolean): void => {
    const next = new Set(chosen)
    if (isChosen) next.add(username)
    else next.delete(username)
    setChosen(next)
  }
  const chosenDrivers = board.drivers.filter(({ username }) => chosen.has(username))
  const wanted = search.trim().toLowerCase()
  const found = groups.filter(({ driver }) =>
    `${driver?.name ?? 'not on a route'} ${driver?.vehicle_registration ?? ''}`
      .toLowerCase()
      .includes(wanted),
  )
  const rescue = useFocusRescue(() =>
    panel.current?.querySelector<HTMLElement>('[role=option][aria-selected=true], [role=option], button'),
  )
  return (
    <div className={styles.board}>
      <section ref={panel} className={styles.panel} aria-label="Drivers and stops" {...rescue}>
        <div className={styles.tools}>
          <TextField
            {...standaloneField('driver-search', search, setSearch)}
            label="Search drivers"
            hideLabel
            placeholder="Driver or registration"
            prefix={<Icon of={IconSearch} size={16} />}
            size="sm"
          />
          {mayEdit && (
            <Button
              size="sm"
              icon={IconRoute}
              busy={plan.isBusy}
              reason={orderReason(chosenDrivers)}
              onClick={() => plan.propose(orderStopsOf(chosenDrivers))}
            >
              Order the stops{chosenDrivers.length > 0 && ` (${formatCount(chosenDrivers.length)})`}
            </Button>
          )}
          {board.is_open && mayCall(me, dayDriversApi.list) && (
            <Button size="sm" icon={IconMapPins} onClick={() => setShowsAreas(true)}>
              Areas of the day
            </Button>
          )}
          <Button size="sm" icon={IconHistory} onClick={() => setShowsChanges(true)}>
            Changes
          </Button>
        </div>
        {showsAreas && <AreasDialog about={about} onClose={() => setShowsAreas(false)} onGiven={onChanged} />}
        {showsChanges && (
          <DayChanges
            about={{ branch_id: about.branch_id, date: board.date }}
            onUndo={
              mayEdit
                ? (id) => {
                    // Closed first: the outcome is shown on the board, and not as that of a closed dialog.
                    flushSync(() => setShowsChanges(false))
                    plan.undo(undoOf(board.date, id))
                  }
                : null
            }
            onClose={() => setShowsChanges(false)}
          />
        )}
        {!board.is_open && <Notice variant="info">This day is over. Its stops cannot be changed.</Notice>}
        <ScrollRegion label="Drivers of the day" className={styles.groups}>
          {found.length === 0 && <p className={styles.none}>No driver matches.</p>}
          {found.map((group) => {
            const { driver, stops } = group
            const username = driver?.username ?? nobody
            return (
              <DriverGroup
                key={username}
                group={group}
                isOpen={open.has(username)}
                onOpen={(isOpen) => {
                  const next = new Set(open)
                  if (isOpen) next.add(username)
                  else next.delete(username)
                  setOpen(next)
                }}
                actions={actions}
                onMessage={
                  mayWrite && driver ? () => setMessage({ to: 'driver', driver, about: undefined }) : null
                }
                edits={
                  mayEdit && driver?.is_driver
                    ? {
                        isChosen: chosen.has(username),
                        choose: (isChosen) => choose(username, isChosen),
                        order: () => plan.propose(orderStopsOf([driver])),
                        lock: (isLocking) => plan.propose(lockStops(stops, isLocking)),
                        moveHere:
                          selectedStops.length > 0 ? () => plan.propose(moveTo(selectedStops, driver)) : null,
                      }
                    : null
                }
              />
            )
          })}
        </ScrollRegion>
        <div className={styles.bars}>
          <PlanBar
            plan={plan}
            drivers={board.drivers}
            stops={board.stops}
            showChanges={() => setShowsChanges(true)}
          />
          {mayEdit && selectedStops.length > 0 && (
            <SelectionBar
              selected={selectedStops}
              drivers={board.drivers}
              group={ofOwner(selectedStops)}
              plan={plan}
              onMessage={setMessage}
              onClear={() => select([], false)}
            />
          )}
        </div>
      </section>
      <Suspense fallback={null}>
        {message && <StopMessages message={message} onClose={() => setMessage(null)} />}
      </Suspense>
      {!isPhone && (
        <DispatchMap
          groups={groups}
          vans={vans}
          open={open}
          selected={selected}
          viewKey={viewKey}
          onSelect={(keys, isAdding) => {
            select(keys, isAdding)
            const [key] = keys
            if (key !== undefined && keys.length === 1) showInList(key)
          }}
          onToggle={toggle}
        />
      )}
    </div>
  )
}

/** Returns the driver of some stops; `''` when they belong to several or to nobody. */
function ownerOf(stops: readonly BoardStop[]): string {
  const [owner = nobody, ...others] = new Set(stops.map(({ driver_username }) => driver_username))
  return others.length === 0 ? owner : nobody
}

/** Returns why the stops of the chosen drivers cannot be ordered; `null` when they can. */
function orderReason(drivers: readonly BoardDriver[]): string | null {
  if (drivers.length === 0) return 'Tick the drivers whose stops are to be ordered.'
  return drivers.length > sequenced_drivers_max
    ? `Tick at most ${sequenced_drivers_max} drivers at once.`
    : null
}

/** The selected stops. Those that are not on the board any more are left out. */
function useSelection(board: Board) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const stopOf = useMemo(() => new Map(board.stops.map((stop) => [keyOf(stop), stop])), [board])
  const selected = useMemo(() => new Set([...chosen].filter((key) => stopOf.has(key))), [chosen, stopOf])
  return {
    stopOf,
    selected,
    select: (keys: readonly string[], isAdding: boolean): void =>
      setChosen((before) => new Set(isAdding ? [...before, ...keys] : keys)),
    toggle: (key: string): void =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(key)) next.add(key)
        return next
      }),
  }
}
