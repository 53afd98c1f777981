import { support_phone } from '@waybill/domain/identity/settings'
import { bareNumber } from '@waybill/domain/kit/contacts/phone'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { useEffect, useState } from 'react'
import { IconAlertOctagon, IconPhone, IconX } from '../../kit/icons/icons.ts'
import { useSetting } from '../../kit/session/me.ts'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import shared from '../driver.module.css'
import { watchPosition } from '../phone/phone-position.ts'
import styles from './alarm.module.css'
import { HoldButton } from './HoldButton.tsx'
import { not_stored, useAlarm, type AlarmState } from './use-alarm.ts'
import { currentTexts, useTexts } from '../texts/texts.ts'

/** The emergency button in the header of every driver page, and what became of the alarm. */
export function useAlarmParts() {
  const t = useTexts()
  const { state, raise, close } = useAlarm()
  const [isOpen, setOpen] = useState(false)
  return {
    button: (
      <button
        type="button"
        className={cx(shared.topButton, styles.open)}
        aria-label={t.alarm.emergency}
        onClick={() => setOpen(true)}
      >
        <Icon of={IconAlertOctagon} size={24} />
      </button>
    ),
    banner: !isOpen && <AlarmBanner state={state} onClose={close} />,
    dialog: isOpen && <AlarmDialog state={state} raise={raise} onClose={() => setOpen(false)} />,
  }
}

/** What the driver must know about an alarm. It says that the office knows only when the server has confirmed it. */
export function alarmText(state: Exclude<AlarmState, { kind: 'none' }>): { title: string; text: string } {
  const { alarm } = currentTexts()
  switch (state.kind) {
    case 'sending':
      return { title: alarm.sending, text: alarm.sendingText }
    case 'waiting':
      return { title: alarm.waiting, text: alarm.waitingText }
    case 'confirmed':
      return { title: alarm.confirmed, text: alarm.confirmedText(clockOf(state.at)) }
    case 'failed':
      return {
        title: alarm.failed,
        text: alarm.failedText(state.message === not_stored ? alarm.notStored : state.message),
      }
  }
}

function AlarmFacts({ state }: { state: Exclude<AlarmState, { kind: 'none' }> }) {
  const { title, text } = alarmText(state)
  return (
    <p className={cx(styles.facts, state.kind === 'confirmed' && styles.confirmed)} role="status">
      <strong className={styles.factsTitle}>{title}</strong>
      <span>{text}</span>
    </p>
  )
}

function CallLinks() {
  const t = useTexts()
  const office = useSetting(support_phone)
  return (
    <div className={styles.calls}>
      {office !== '' && (
        <a className={shared.big} href={`tel:${bareNumber(office)}`}>
          <Icon of={IconPhone} size={24} />
          <span>
            {t.alarm.callOffice}
            <span className={shared.under}>{office}</span>
          </span>
        </a>
      )}
      <a className={shared.big} href="tel:112">
        <Icon of={IconPhone} size={24} />
        <span>
          {t.alarm.services}
          <span className={shared.under}>112</span>
        </span>
      </a>
    </div>
  )
}

function AlarmBanner({ state, onClose }: { state: AlarmState; onClose: () => void }) {
  const t = useTexts()
  if (state.kind === 'none') return null
  return (
    <section className={styles.banner} aria-label={t.alarm.alarm}>
      <AlarmFacts state={state} />
      {state.kind !== 'confirmed' && <CallLinks />}
      {(state.kind === 'confirmed' || state.kind === 'failed') && (
        <button
          type="button"
          className={cx(shared.topButton, styles.close)}
          aria-label={t.kit.close}
          onClick={onClose}
        >
          <Icon of={IconX} size={24} />
        </button>
      )}
    </section>
  )
}

function AlarmDialog({
  state,
  raise,
  onClose,
}: {
  state: AlarmState
  raise: () => Promise<void>
  onClose: () => void
}) {
  const t = useTexts()
  // The position is known sooner when it is taken before the button has been held.
  useEffect(watchPosition, [])
  return (
    <Modal title={t.alarm.emergency} onClose={onClose} width="narrow">
      <div className={styles.dialog}>
        {state.kind === 'none' ? <p>{t.alarm.what}</p> : <AlarmFacts state={state} />}
        {state.kind !== 'sending' && state.kind !== 'confirmed' && (
          <HoldButton label={state.kind === 'none' ? t.alarm.hold : t.alarm.holdAgain} onHeld={raise} />
        )}
        <CallLinks />
      </div>
    </Modal>
  )
}
