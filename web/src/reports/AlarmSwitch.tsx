import { useEffect } from 'react'
import { push_state, renewPush, switchPushOff, switchPushOn } from '../drivers/index.ts'
import { sentenceOf } from '../kit/api/index.ts'
import { Toggle } from '../kit/form/choices/Choices.tsx'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { useStore } from '../kit/layers/store.ts'
import { toast } from '../kit/layers/toasts.ts'
import { useMe } from '../kit/session/me.ts'

const topics = ['panic'] as const

/** The switch for alarms of drivers in this browser, at any hour; absent where the browser cannot show them. */
export function AlarmSwitch() {
  const { user_id } = useMe()
  const state = useStore(push_state)
  useEffect(() => void renewPush(user_id, topics).catch(() => undefined), [user_id])
  if (state === null || state === 'missing') return null
  const turn = async (isOn: boolean): Promise<void> => {
    try {
      await (isOn ? switchPushOn(user_id, topics) : switchPushOff(user_id))
    } catch (thrown) {
      toast.error(sentenceOf(thrown) ?? 'Alarms could not be switched. Try again.')
    }
  }
  return (
    <Toggle
      {...standaloneField('driver-alarms', state === 'on', (isOn: boolean) => void turn(isOn))}
      label="Panic alarms in this browser"
      off={state === 'blocked' ? 'Allow notifications in the settings of this browser first.' : null}
    />
  )
}
