import { isDarkNavigation } from '@waybill/domain/kit/logo-contrast'
import { useState } from 'react'
import { cx } from '../ui/class-names.ts'
import styles from './logo-image.module.css'
import { standsOut } from './logo-shade.ts'

/**
 * The logo of the company on a background colour, `#RRGGBB`. It gets a white plate where it would not be readable on
 * that colour.
 */
export function LogoImage({ src, background }: { src: string; background: string }) {
  const [seen, setSeen] = useState<{ on: string; is_lost: boolean } | null>(null)
  const checkContrast = (image: HTMLImageElement | null): void => {
    if (!image?.complete || seen?.on === background) return
    setSeen({ on: background, is_lost: !standsOut(image, background) })
  }
  return (
    <img
      ref={checkContrast}
      src={src}
      alt=""
      className={cx(seen?.is_lost && styles.plate, styles.logoImage)}
      style={{ colorScheme: isDarkNavigation(background) && !seen?.is_lost ? 'dark' : 'light' }}
      onLoad={(event) => checkContrast(event.currentTarget)}
    />
  )
}
