import type { CounterActionType } from '@waybill/domain/counter/model'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Count } from '../kit/ui/values/Count.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import styles from './unsent-cards.module.css'
import type { Counter, QueuedAction } from './use-counter.ts'

const verbs: Readonly<Record<CounterActionType, string>> = {
  'take-in': 'Take in',
  'hand-out': 'Hand out',
  'give-to-driver': 'Give to driver',
  'close-day': 'Close the day',
}

/** Lists refused actions until a person has cleared each up, and says how many are stored on this device. */
export function UnsentCards({ counter }: { counter: Counter }) {
  const { waiting, refused } = counter.queue
  return (
    <>
      {refused.length > 0 && (
        <Card title="To clear up" note={<Count of={refused.length} urgent what="to clear up" />} flush>
          <ul>
            {refused.map(({ id, content, refusal, made_at }) => (
              <li key={id} className={styles.item}>
                <span>
                  <strong>{describe(content)}</strong>
                  <span className={styles.reason}>
                    {clockOf(made_at)} at {content.point}: {refusal}
                  </span>
                </span>
                <Button size="sm" onClick={() => counter.forget(id)}>
                  Cleared up
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {waiting.length > 0 && (
        <Notice variant="warning" title={`${waiting.length} not sent yet`}>
          Saved on this device and sent when the connection is back. Do not sign out before.
        </Notice>
      )}
    </>
  )
}

function describe({ action }: QueuedAction): string {
  return `${verbs[action.type]} ${action.reference ?? ''}`.trim()
}
