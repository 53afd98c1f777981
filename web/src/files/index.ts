export { PictureEditor } from './PictureEditor.tsx'
export { UploadsField, type Uploaded } from './UploadsField.tsx'
