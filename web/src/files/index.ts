export { AttachedFiles } from './AttachedFiles.tsx'
export { PictureEditor } from './PictureEditor.tsx'
export { stillSending, UploadsField, type Uploaded } from './UploadsField.tsx'
