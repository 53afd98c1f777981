import {
  IconBolt,
  IconBuildingBank,
  IconCash,
  IconCreditCard,
  IconDeviceMobile,
  IconDeviceMobileDollar,
  IconExternalLink,
  IconFileText,
  IconQrcode,
  IconWallet,
} from '../../kit/icons/icons.ts'
import { formatRand } from '@waybill/domain/kit/money'
import { counter_texts } from '@waybill/domain/payments/counter'
import type { OfferedMethod } from '@waybill/domain/payments/model'
import { typedCvv } from '@waybill/domain/payments/top-up'
import { useId, type ReactNode } from 'react'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon, type IconShape } from '../../kit/ui/buttons/Icon.tsx'
import { CardLogo, CardLogos } from './CardLogos.tsx'
import { newChoice as afresh, type Choice, type Chosen } from './ways-to-pay.ts'
import shared from '../payments.module.css'
import styles from './payment-choices.module.css'

const icons: Readonly<Record<OfferedMethod['key'], IconShape>> = {
  'credit-card': IconCreditCard,
  'instant-eft': IconBuildingBank,
  'manual-eft': IconFileText,
  'capitec-pay': IconDeviceMobile,
  'pay-shap': IconBolt,
  'scan-to-pay': IconQrcode,
  eft: IconCreditCard,
  stitch: IconCreditCard,
  custom: IconExternalLink,
}

/** A list of payment methods to choose from; a saved card needs its CVV (PAY-006, PAY-011, PAY-018, PAY-026). */
export function PaymentChoices({
  choices,
  newChoice,
  image,
  maySave = false,
  detail,
  onChoose,
}: {
  choices: readonly Choice[]
  newChoice: Chosen
  /** The image of the company's own payment page. */
  image?: string
  /** Whether to offer saving a new card. */
  maySave?: boolean
  /** Content below the chosen row, such as bank details or a form. */
  detail?: ReactNode
  onChoose: (newChoice: Chosen) => void
}) {
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={`${id}-head`}>
      <p id={`${id}-head`} className={styles.head}>
        How would you like to pay?
      </p>
      <ul className={styles.choicesList}>
        {choices.map((choice) => {
          const isChosen = newChoice.key === choice.key
          const isOff = choice.kind === 'balance' && choice.rejection !== null
          return (
            <li
              key={choice.key}
              className={cx(isChosen && styles.isChosen, isOff && styles.isOff, styles.choicesItem)}
            >
              <label className={styles.way}>
                <input
                  className={styles.wayInput}
                  type="radio"
                  name={id}
                  checked={isChosen}
                  disabled={isOff}
                  onChange={() => onChoose(afresh(choice.key))}
                />
                <ChoiceText of={choice} {...(image ? { image } : {})} />
              </label>
              {isChosen && choice.kind === 'card' && (
                <label className={styles.cvv}>
                  CVV
                  <input
                    className={styles.cvvInput}
                    value={newChoice.cvv}
                    inputMode="numeric"
                    autoComplete="cc-csc"
                    size={4}
                    data-autofocus=""
                    onChange={(event) => onChoose({ ...newChoice, cvv: typedCvv(event.target.value) })}
                  />
                </label>
              )}
              {isChosen && maySave && choice.kind === 'way' && choice.key === 'credit-card' && (
                <label className={styles.save}>
                  <input
                    className={styles.saveInput}
                    type="checkbox"
                    checked={newChoice.save_card}
                    onChange={(event) => onChoose({ ...newChoice, save_card: event.target.checked })}
                  />
                  Save this card for the next time
                </label>
              )}
              {isChosen && detail && <div className={styles.detail}>{detail}</div>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function ChoiceText({ of: choice, image }: { of: Choice; image?: string }) {
  if (choice.kind === 'counter')
    return (
      <>
        <Icon className={styles.wayIcon} of={choice.method === 'cash' ? IconCash : IconDeviceMobileDollar} />
        <span className={styles.name}>{counter_texts[choice.method].title}</span>
        <span className={styles.hint}>{counter_texts[choice.method].hint}</span>
      </>
    )
  if (choice.kind === 'balance')
    return (
      <>
        <Icon className={styles.wayIcon} of={IconWallet} />
        <span className={styles.name}>Account balance</span>
        <span className={styles.hint}>{choice.rejection ?? `${formatRand(choice.available)} available`}</span>
      </>
    )
  if (choice.kind === 'card')
    return (
      <>
        <Icon className={styles.wayIcon} of={IconCreditCard} />
        <span className={styles.name}>
          Saved card <span className={shared.quiet}>ending in {choice.card.last_digits}</span>
        </span>
        <span className={styles.brand}>
          <CardLogo brand={choice.card.association} />
        </span>
      </>
    )
  const { offered } = choice
  return (
    <>
      {offered.key === 'custom' && image ? (
        <img src={image} alt="" className={styles.picture} />
      ) : (
        <Icon className={styles.wayIcon} of={icons[offered.key]} />
      )}
      <span className={styles.name}>{offered.label}</span>
      <span className={styles.hint}>
        {offered.has_cards && offered.key === 'credit-card' ? <CardLogos /> : offered.hint}
      </span>
    </>
  )
}
