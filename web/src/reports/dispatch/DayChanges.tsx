import { useQuery } from '@tanstack/react-query'
import { planApi } from '@waybill/domain/drivers/plan'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { IconArrowBackUp } from '../../kit/icons/icons.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Drawer } from '../../kit/ui/layers/Modal.tsx'
import { PartialListNotice } from '../../kit/ui/states/PartialListNotice.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { When } from '../../kit/ui/values/Value.tsx'
import styles from './day-changes.module.css'

/** Changes that are shown first, and with each 'Show more'. */
const portion = 50

type Change = Output<typeof planApi.changes>['changes'][number]

/** The changes of a day, the newest first, each with the button that undoes it (`onUndo`) or the reason why it cannot be. */
export function DayChanges({
  about,
  onUndo,
  onClose,
}: {
  about: { branch_id: number | undefined; date: string }
  /** `null` when the user may not change this day. */
  onUndo: ((plan_change_id: number) => void) | null
  onClose: () => void
}) {
  const [limit, setLimit] = useState(portion)
  const query = useQuery({
    ...endpointQuery(planApi.changes, { ...about, limit }),
    // Other users and drivers change the same day.
    refetchOnMount: 'always',
    placeholderData: (before) => before,
  })
  const { data } = query
  return (
    <Drawer title="Changes of the day" onClose={onClose}>
      {query.error && !data && (
        <RegionError thrown={query.error} what="The list of changes" onRetry={() => void query.refetch()} />
      )}
      {!query.error && !data && <Loading lines={6} onRetry={() => void query.refetch()} />}
      {data?.count === 0 && (
        <EmptyState title="Nobody has changed this day yet.">
          Stops that are moved, put in order or locked are listed here, also by drivers on the phone.
        </EmptyState>
      )}
      <ol className={styles.changes}>
        {data?.changes.map((change) => (
          <DayChange key={change.plan_change_id} change={change} onUndo={onUndo} />
        ))}
      </ol>
      {data && (
        <PartialListNotice
          shown={data.changes.length}
          total={data.count}
          what="changes"
          action={
            <Button size="sm" busy={query.isFetching} onClick={() => setLimit(limit + portion)}>
              Show more
            </Button>
          }
        />
      )}
    </Drawer>
  )
}

function DayChange({
  change: { plan_change_id, what, made_by_name, time_created, undone_by_name, time_undone, undo_rejection },
  onUndo,
}: {
  change: Change
  onUndo: ((plan_change_id: number) => void) | null
}) {
  return (
    <li className={styles.change}>
      <div className={styles.about}>
        {what.map((text) => (
          <p key={text} className={styles.what}>
            {text}
          </p>
        ))}
        <small className={styles.quiet}>
          {made_by_name}, <When at={time_created} />
        </small>
        {time_undone && (
          <small className={styles.quiet}>
            Undone by {undone_by_name}, <When at={time_undone} />
          </small>
        )}
      </div>
      {onUndo && !time_undone && (
        <Button
          size="sm"
          icon={IconArrowBackUp}
          reason={undo_rejection}
          onClick={() => onUndo(plan_change_id)}
        >
          Undo
        </Button>
      )}
    </li>
  )
}
