import {
  failedItems,
  vehicle_check_items,
  type VehicleCheckItem,
} from '@waybill/domain/drivers/vehicle-check'
import { cx } from '../../kit/ui/class-names.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import shared from '../driver.module.css'
import styles from './vehicle-check-page.module.css'
import { DoneButton, SavedFirst } from '../stops/FlowSteps.tsx'
import { useFormerDraft, useStepDraft } from '../stops/use-step-draft.ts'
import { useDriverApp, type DriverApp } from '../use-driver-app.ts'
import { currentTexts, labelText, useTexts } from '../texts/texts.ts'

/** The input is stored under this name, as that of a step at a stop. */
const draft_of = { stop_id: 'day', step: 'vehicle-check' }

interface CheckDraft {
  items: VehicleCheckItem[]
  note: string
}

/** Returns what is missing in a vehicle check, for the button; `null` when it is complete. */
export function missingInCheck({ items, note }: CheckDraft): string | null {
  const { vehicleCheck } = currentTexts()
  const open = vehicle_check_items.length - items.length
  if (open > 0) return vehicleCheck.open(open)
  return failedItems(items).length > 0 && note.trim() === '' ? vehicleCheck.noteNeeded : null
}

/** Page to check the vehicle before the route, item by item. The input survives a reload. */
export default function VehicleCheckPage() {
  const app = useDriverApp()
  const former = useFormerDraft(draft_of.stop_id, draft_of.step)
  return former === undefined ? null : <CheckForm app={app} former={former} />
}

function CheckForm({ app, former }: { app: DriverApp; former: object | null }) {
  const t = useTexts()
  const go = useGo()
  const { draft, change, drop } = useStepDraft<CheckDraft>({ ...draft_of, former }, () => ({
    items: [],
    note: '',
  }))
  const { items, note } = draft
  const failed = failedItems(items)
  const answer = (key: VehicleCheckItem['key'], ok: boolean): void =>
    change({ items: [...items.filter((item) => item.key !== key), { key, ok }] })
  const done = async (): Promise<void> => {
    await app.record([
      {
        where: '',
        evidence: [],
        action: {
          type: 'vehicle-check',
          payload: { vehicle_check: items, ...(failed.length > 0 ? { description: note.trim() } : {}) },
        },
      },
    ])
    await drop()
    await go('/tripsheet/me', { replace: true })
  }
  return (
    <DriverFrame
      app={app}
      title={t.vehicleCheck.title}
      note={app.sheet?.driver?.vehicle_registration}
      back="/tripsheet/me"
      footer={<DoneButton missing={missingInCheck(draft)} onDone={done} />}
    >
      {vehicle_check_items.map(({ key, label }) => {
        const given = items.find((item) => item.key === key)?.ok
        return (
          <fieldset key={key} className={styles.item}>
            <legend className={styles.itemName}>{labelText(label)}</legend>
            <div className={styles.answers}>
              {[true, false].map((ok) => (
                <label
                  key={String(ok)}
                  className={cx(styles.answer, ok ? styles.good : styles.bad, given === ok && styles.chosen)}
                >
                  <input
                    className={styles.answerInput}
                    type="radio"
                    name={key}
                    checked={given === ok}
                    onChange={() => answer(key, ok)}
                  />
                  {ok ? t.vehicleCheck.good : t.vehicleCheck.bad}
                </label>
              ))}
            </div>
          </fieldset>
        )
      })}
      {failed.length > 0 && (
        <div className={shared.block}>
          <Notice variant="warning">{t.vehicleCheck.toBranch}</Notice>
          <label className={shared.proofText}>
            <span className={shared.label}>{t.vehicleCheck.whatWrong}</span>
            <textarea
              className={cx(shared.input, styles.words)}
              rows={3}
              value={note}
              onChange={(event) => change({ note: event.target.value })}
            />
          </label>
        </div>
      )}
      <SavedFirst />
    </DriverFrame>
  )
}
