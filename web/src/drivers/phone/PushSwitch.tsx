import { useEffect, useState } from 'react'
import { sentenceOf } from '../../kit/api/index.ts'
import { useStore } from '../../kit/layers/store.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useMe } from '../../kit/session/me.ts'
import styles from '../driver.module.css'
import { push_state, renewPush, switchPushOff, switchPushOn } from './push-messages.ts'
import { useTexts } from '../texts/texts.ts'

/** Renews the push subscription of a browser on which it was switched on before. */
export function usePush(): void {
  const { user_id } = useMe()
  useEffect(() => void renewPush(user_id).catch(() => undefined), [user_id])
}

/** The switch for push messages about stops on this phone. */
export function PushSwitch() {
  const { user_id } = useMe()
  const t = useTexts()
  const state = useStore(push_state)
  const [isBusy, setBusy] = useState(false)
  if (state === null) return null
  const turn = async (isOn: boolean): Promise<void> => {
    setBusy(true)
    try {
      await (isOn ? switchPushOn(user_id) : switchPushOff(user_id))
    } catch (thrown) {
      toast.error(sentenceOf(thrown) ?? t.me.pushFailed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <label className={styles.setting}>
      <span>
        {t.me.messages}
        <span className={styles.under}>{t.me.push[state]}</span>
      </span>
      <input
        className={styles.settingInput}
        type="checkbox"
        role="switch"
        checked={state === 'on'}
        disabled={isBusy || state === 'blocked' || state === 'missing'}
        onChange={(event) => void turn(event.target.checked)}
      />
    </label>
  )
}
