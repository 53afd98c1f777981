import { IconCloudCheck, IconWifiOff } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { startupApi } from '@waybill/domain/startup/api'
import { useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { isTransient } from '../../kit/queue/offline-queue.ts'
import { useFunctionKeys } from '../../kit/layers/use-function-keys.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { Columns, Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Tabs } from '../../kit/ui/page-layout/Tabs.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { Tag, When } from '../../kit/ui/values/Value.tsx'
import { useSearchState } from '../../kit/url/use-search.ts'
import { readPoint, savePoint } from '../counter-memory.ts'
import { EndOfDay } from '../EndOfDay.tsx'
import { GiveToDriver } from '../GiveToDriver.tsx'
import { HandOut } from '../HandOut.tsx'
import { PointSetup } from '../PointSetup.tsx'
import { TakeIn } from '../TakeIn.tsx'
import { UnsentCards } from '../UnsentCards.tsx'
import { useCounter, type Counter } from '../use-counter.ts'

const tasks = ['take-in', 'hand-out', 'drivers', 'end-of-day'] as const
type Task = (typeof tasks)[number]

/** Page of the counter: first the choice of the location, then taking in, handing out and the end of the day. */
export default function CounterPage() {
  const [pointId, setPointId] = useState(readPoint)
  const choose = (id: number | null): void => {
    savePoint(id)
    setPointId(id)
  }
  return pointId === null ? (
    <PointSetup problem="" onChoose={choose} />
  ) : (
    <AtPoint key={pointId} pointId={pointId} onChoose={choose} />
  )
}

function AtPoint({ pointId, onChoose }: { pointId: number; onChoose: (id: number | null) => void }) {
  const { counter, failure, retry } = useCounter(pointId)
  if (counter) return <Work counter={counter} onChangePoint={() => onChoose(null)} />
  // The location was closed, or the user now works elsewhere: another one must be chosen.
  if (failure && !isTransient(failure)) return <PointSetup problem={failure.message} onChoose={onChoose} />
  return (
    <Page>
      <PageHeader title="Counter" />
      {failure ? (
        <RegionError thrown={failure} what="The parcels of this location" onRetry={retry} />
      ) : (
        <Loading onRetry={retry} />
      )}
    </Page>
  )
}

function Work({ counter, onChangePoint }: { counter: Counter; onChangePoint: () => void }) {
  const { values, set } = useSearchState()
  const task = tasks.find((one) => one === values['task']) ?? 'take-in'
  const choose = (next: Task): void => set({ task: next === 'take-in' ? undefined : next }, { replace: true })
  useFunctionKeys({
    F2: () => choose('take-in'),
    F4: () => choose('hand-out'),
    F8: () => choose('drivers'),
    F9: () => choose('end-of-day'),
  })
  const { point, parcels, isOffline, read_at } = counter
  const countOf = (...states: readonly string[]): number =>
    parcels.filter(({ state }) => states.includes(state)).length
  return (
    <Page>
      <PageHeader
        title="Counter"
        badge={<Tag>{point.name}</Tag>}
        note={
          <span role="status">
            <Icon of={isOffline ? IconWifiOff : IconCloudCheck} size={16} />{' '}
            {isOffline ? 'Offline: actions are saved on this device' : 'Connected'}
          </span>
        }
        actions={<Button onClick={onChangePoint}>Change location</Button>}
      />
      <Stack>
        {point.out_of_order_reason !== '' && (
          <Notice variant="warning" title="Nothing can be taken in here">
            {point.out_of_order_reason}. What is here can still be handed out.
          </Notice>
        )}
        <Tabs<Task>
          label="Task"
          chosen={task}
          onChoose={choose}
          tabs={[
            { key: 'take-in', label: 'Take in', count: countOf('expected') },
            { key: 'hand-out', label: 'Hand out', count: countOf('waiting') },
            { key: 'drivers', label: 'Give to driver', count: countOf('for-driver') },
            { key: 'end-of-day', label: 'End of day' },
          ]}
        />
        <Columns
          main={<TaskView task={task} counter={counter} />}
          side={
            <>
              <UnsentCards counter={counter} />
              {isOffline && (
                <Notice variant="info">
                  Parcels as of <When at={read_at} />, with what you did since then.
                </Notice>
              )}
            </>
          }
        />
      </Stack>
    </Page>
  )
}

function TaskView({ task, counter }: { task: Task; counter: Counter }) {
  const general = useQuery({
    ...endpointQuery(startupApi.generalData, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  switch (task) {
    case 'take-in':
      return <TakeIn counter={counter} />
    case 'hand-out':
      return <HandOut counter={counter} />
    case 'drivers':
      return <GiveToDriver counter={counter} drivers={general.data?.drivers ?? []} />
    case 'end-of-day':
      return <EndOfDay counter={counter} />
  }
}
