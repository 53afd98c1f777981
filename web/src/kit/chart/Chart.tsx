import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { hasModifier } from '../ui/arrow-keys.ts'
import { cx } from '../ui/class-names.ts'
import styles from './chart.module.css'
import { niceSteps } from './nice-steps.ts'

/** One line, or one set of bars. */
export interface Series {
  name: string
  /** `null` where there is no value: the line has a gap there. */
  values: readonly (number | null)[]
}

export interface ChartProps {
  /** One sentence that describes the chart for screen reader users. */
  summary: string
  labels: readonly string[]
  /** Six at most, because there are six colours; combine the rest as 'Other'. */
  series: readonly Series[]
  format: (value: number) => string
  /** Formats the round values beside the grid lines, where a shorter form is possible. Defaults to `format`. */
  formatStep?: (value: number) => string
}

const height = 200
const edge = { left: 72, right: 16, top: 12, bottom: 28 }
/** One class per series, in the order of the colours; its length is the maximum number of series. */
const class_of_series = [
  styles.series1,
  styles.series2,
  styles.series3,
  styles.series4,
  styles.series5,
  styles.series6,
]
const dashes = ['none', '6 4', '2 3', '8 3 2 3', '1 4', '10 4']

/**
 * Line chart of values over time: a line per series, grid lines, and a crosshair that follows the pointer and the
 * arrow keys.
 */
export function LineChart({ summary, labels, series, format, formatStep = format }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [at, setAt] = useState<number | null>(null)
  const steps = niceSteps(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const top = steps.at(-1) ?? 1
  const inner = {
    width: Math.max(1, width - edge.left - edge.right),
    height: height - edge.top - edge.bottom,
  }
  const last = Math.max(1, labels.length - 1)
  const x = (index: number): number =>
    edge.left + (labels.length === 1 ? inner.width / 2 : (index / last) * inner.width)
  const y = (value: number): number => edge.top + inner.height * (1 - value / top)
  const every = Math.max(1, Math.ceil(labels.length / Math.max(2, Math.floor(inner.width / 88))))
  const follow = (event: PointerEvent<SVGSVGElement>): void => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left - edge.left
    const index = Math.round((left / inner.width) * last)
    setAt(Math.min(labels.length - 1, Math.max(0, index)))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step || hasModifier(event)) return
    event.preventDefault()
    setAt(Math.min(labels.length - 1, Math.max(0, at === null ? labels.length - 1 : at + step)))
  }
  return (
    <div
      ref={frame}
      className={styles.frame}
      role="group"
      aria-label={`Chart: ${summary}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => setAt(null)}
    >
      <svg
        className={styles.frameIcon}
        width={width}
        height={height}
        aria-hidden="true"
        onPointerMove={follow}
        onPointerLeave={() => setAt(null)}
      >
        {steps.map((step) => (
          <g key={step}>
            <line className={styles.grid} x1={edge.left} x2={width - edge.right} y1={y(step)} y2={y(step)} />
            <text className={styles.tick} x={edge.left - 8} y={y(step) + 4} textAnchor="end">
              {formatStep(step)}
            </text>
          </g>
        ))}
        {labels.map(
          (label, index) =>
            index % every === 0 && (
              <text key={label} className={styles.tick} x={x(index)} y={height - 8} textAnchor="middle">
                {label}
              </text>
            ),
        )}
        {series.map(({ name, values }, number) => (
          <g key={name} className={class_of_series[number]}>
            <path className={styles.line} strokeDasharray={dashes[number]} d={pathOf(values, x, y)} />
            {values.map(
              (value, index) =>
                value !== null &&
                (index === at || labels.length <= 31) && (
                  <circle
                    key={labels[index]}
                    className={styles.dot}
                    cx={x(index)}
                    cy={y(value)}
                    r={index === at ? 5 : 3}
                  />
                ),
            )}
          </g>
        ))}
        {at !== null && (
          <line className={styles.cross} x1={x(at)} x2={x(at)} y1={edge.top} y2={height - edge.bottom} />
        )}
      </svg>
      <p className={styles.reading} aria-live="polite">
        {at !== null && labels[at] !== undefined ? (
          <>
            <b className={styles.readingStrong}>{labels[at]}</b>
            {series.map(({ name, values }) => (
              <span key={name}>
                {name}: {values[at] === null || values[at] === undefined ? 'nothing' : format(values[at])}
              </span>
            ))}
          </>
        ) : (
          series.map(({ name }, number) => (
            <span key={name} className={cx(styles.key, class_of_series[number])}>
              {name}
            </span>
          ))
        )}
      </p>
    </div>
  )
}

/** Bar chart: one bar from zero per label and series, with its value at the end. */
export function BarChart({ summary, labels, series, format }: ChartProps) {
  const top = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => Math.abs(value ?? 0))))
  return (
    <div role="group" aria-label={`Chart: ${summary}`}>
      <ul className={styles.bars}>
        {labels.map((label, index) => (
          <li key={label} className={styles.barRow}>
            <span className={styles.barName} title={label}>
              {label}
            </span>
            <span className={styles.barTracks}>
              {series.map(({ name, values }, number) => {
                const value = values[index]
                return (
                  <span key={name} className={styles.barTrack}>
                    <span
                      className={cx(styles.bar, class_of_series[number])}
                      style={{ width: `${(Math.abs(value ?? 0) / top) * 100}%` }}
                    />
                    <span className={styles.barValue}>
                      {value === null || value === undefined ? '–' : format(value)}
                    </span>
                  </span>
                )
              })}
            </span>
          </li>
        ))}
      </ul>
      {series.length > 1 && (
        <p className={styles.reading}>
          {series.map(({ name }, number) => (
            <span key={name} className={cx(styles.key, class_of_series[number])}>
              {name}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

function pathOf(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  return values
    .map((value, index) => {
      if (value === null) return ''
      const begins = index === 0 || values[index - 1] === null
      return `${begins ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`
    })
    .join('')
}

function useWidth(of: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(640)
  useEffect(() => {
    const element = of.current
    if (!element) return undefined
    const watcher = new ResizeObserver(() => setWidth(element.clientWidth))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [of])
  return width
}
