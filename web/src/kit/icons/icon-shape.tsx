/** What an icon component takes: edge length in px (24 if absent), stroke width in units of the 24 by 24 grid. */
export interface IconShapeProps {
  size?: number
  stroke?: number
  className?: string | undefined
  'aria-hidden'?: 'true'
  focusable?: 'false'
}

/** A component that draws one icon in the colour of the text around it. */
export type IconShape = (props: IconShapeProps) => React.JSX.Element

/** Returns the component of an icon that consists of lines. `paths` are values of the attribute `d`. */
export function outlineIcon(...paths: readonly string[]): IconShape {
  return ({ size = 24, stroke = 2, ...attributes }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...attributes}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}

/** Returns the component of an icon that consists of filled areas. `paths` are values of the attribute `d`. */
export function filledIcon(...paths: readonly string[]): IconShape {
  return ({ size = 24, stroke: _noLines, ...attributes }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="currentColor"
      {...attributes}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
