import type { PushTopic } from '@waybill/domain/drivers/push'
import { useEffect } from 'react'
import { push_state, renewPush, switchPushOff, switchPushOn } from '../drivers/index.ts'
import { sentenceOf } from '../kit/api/index.ts'
import { Toggle } from '../kit/form/choices/Choices.tsx'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { useStore } from '../kit/layers/store.ts'
import { toast } from '../kit/layers/toasts.ts'
import { usePreference } from '../kit/preferences/preferences.ts'
import { useMe } from '../kit/session/me.ts'

type OfficeTopic = Exclude<PushTopic, 'stops'>

/** What staff can be notified of in this browser, with the label of the switch. */
const office_topics: readonly { topic: OfficeTopic; label: string }[] = [
  { topic: 'panic', label: 'Panic alarms in this browser' },
  { topic: 'depot', label: 'Vehicles that are not ready, and damages' },
  { topic: 'exceptions', label: 'Exceptions that nobody has taken' },
]

const only_panic: readonly OfficeTopic[] = ['panic']

/** The switches for push messages to staff in this browser; absent where the browser cannot show them. */
export function AlarmSwitch() {
  const { user_id } = useMe()
  const state = useStore(push_state)
  const [topics, setTopics] = usePreference<readonly OfficeTopic[]>('office-push-topics', only_panic)
  const chosen = topics.join(' ')
  useEffect(() => {
    void renewPush(user_id, chosen.split(' ') as OfficeTopic[]).catch(() => undefined)
  }, [user_id, chosen])
  if (state === null || state === 'missing') return null
  const turn = async (topic: OfficeTopic, isOn: boolean): Promise<void> => {
    const others = state === 'on' ? topics.filter((one) => one !== topic) : []
    const next = isOn ? [...others, topic] : others
    try {
      await (next.length > 0 ? switchPushOn(user_id, next) : switchPushOff(user_id))
      if (next.length > 0) setTopics(next)
    } catch (thrown) {
      toast.error(sentenceOf(thrown) ?? 'Alarms could not be switched. Try again.')
    }
  }
  return office_topics.map(({ topic, label }) => (
    <Toggle
      key={topic}
      {...standaloneField(
        `push-${topic}`,
        state === 'on' && topics.includes(topic),
        (isOn: boolean) => void turn(topic, isOn),
      )}
      label={label}
      off={state === 'blocked' ? 'Allow notifications in the settings of this browser first.' : null}
    />
  ))
}
