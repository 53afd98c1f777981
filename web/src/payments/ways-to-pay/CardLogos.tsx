import { card_brands, type CardBrand } from '@waybill/domain/payments/methods'
import type { ReactNode } from 'react'
import styles from './card-logos.module.css'

/** Small logos of the accepted card schemes (PAY-011). */
export function CardLogos() {
  return (
    <span className={styles.logos}>
      {card_brands.map((brand) => (
        <CardLogo key={brand} brand={brand} />
      ))}
    </span>
  )
}

/** The logo of a card scheme, or its name when there is no logo. */
export function CardLogo({ brand }: { brand: string }) {
  const known = card_brands.find((one) => one.toLowerCase() === brand.toLowerCase())
  if (!known) return <span>{brand}</span>
  return (
    <svg viewBox="0 0 38 24" className={styles.logo} role="img" aria-label={known}>
      <rect x="0.5" y="0.5" width="37" height="23" rx="3.5" fill="#fff" stroke="#d0d5dd" />
      {drawings[known]}
    </svg>
  )
}

const drawings: Readonly<Record<CardBrand, ReactNode>> = {
  Visa: (
    <text
      x="19"
      y="16"
      fill="#1a1f71"
      fontSize="10.5"
      fontWeight="800"
      fontStyle="italic"
      textAnchor="middle"
    >
      VISA
    </text>
  ),
  Mastercard: (
    <>
      <circle cx="15.5" cy="12" r="6.5" fill="#eb001b" />
      <circle cx="22.5" cy="12" r="6.5" fill="#f79e1b" />
      <path d="M19 6.5a6.5 6.5 0 0 1 0 11 6.5 6.5 0 0 1 0-11z" fill="#ff5f00" />
    </>
  ),
  'American Express': (
    <>
      <rect x="3" y="4" width="32" height="16" rx="2" fill="#006fcf" />
      <text x="19" y="15" fill="#fff" fontSize="8" fontWeight="800" textAnchor="middle">
        AMEX
      </text>
    </>
  ),
  'Diners Club': (
    <>
      <circle cx="19" cy="12" r="8" fill="#0079be" />
      <circle cx="19" cy="12" r="5.6" fill="#fff" />
      <path d="M16.7 8v8a4.2 4.2 0 0 1 0-8zm4.6 0v8a4.2 4.2 0 0 0 0-8z" fill="#0079be" />
    </>
  ),
}
