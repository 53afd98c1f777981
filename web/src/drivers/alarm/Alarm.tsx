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
import { useAlarm, type AlarmState } from './use-alarm.ts'

/** The emergency button in the header of every driver page, and what became of the alarm. */
export function useAlarmParts() {
  const { state, raise, close } = useAlarm()
  const [isOpen, setOpen] = useState(false)
  return {
    button: (
      <button
        type="button"
        className={cx(shared.topButton, styles.open)}
        aria-label="Emergency"
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
  switch (state.kind) {
    case 'sending':
      return { title: 'Sending the alarm…', text: 'Stay on this page.' }
    case 'waiting':
      return {
        title: 'Waiting for signal',
        text: 'The office does not know yet. The alarm is sent as soon as there is signal.',
      }
    case 'confirmed':
      return {
        title: 'The office has been told',
        text: `At ${clockOf(state.at)}. Keep your phone with you.`,
      }
    case 'failed':
      return { title: 'The alarm was not sent', text: `${state.message} Call for help.` }
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
  const office = useSetting(support_phone)
  return (
    <div className={styles.calls}>
      {office !== '' && (
        <a className={shared.big} href={`tel:${bareNumber(office)}`}>
          <Icon of={IconPhone} size={24} />
          <span>
            Call the office
            <span className={shared.under}>{office}</span>
          </span>
        </a>
      )}
      <a className={shared.big} href="tel:112">
        <Icon of={IconPhone} size={24} />
        <span>
          Emergency services
          <span className={shared.under}>112</span>
        </span>
      </a>
    </div>
  )
}

function AlarmBanner({ state, onClose }: { state: AlarmState; onClose: () => void }) {
  if (state.kind === 'none') return null
  return (
    <section className={styles.banner} aria-label="Alarm">
      <AlarmFacts state={state} />
      {state.kind !== 'confirmed' && <CallLinks />}
      {(state.kind === 'confirmed' || state.kind === 'failed') && (
        <button
          type="button"
          className={cx(shared.topButton, styles.close)}
          aria-label="Close"
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
  // The position is known sooner when it is taken before the button has been held.
  useEffect(watchPosition, [])
  return (
    <Modal title="Emergency" onClose={onClose} width="narrow">
      <div className={styles.dialog}>
        {state.kind === 'none' ? (
          <p>The office gets an alarm with your name, your vehicle and where you are.</p>
        ) : (
          <AlarmFacts state={state} />
        )}
        {state.kind !== 'sending' && state.kind !== 'confirmed' && (
          <HoldButton label={state.kind === 'none' ? 'Hold for help' : 'Hold to send again'} onHeld={raise} />
        )}
        <CallLinks />
      </div>
    </Modal>
  )
}
