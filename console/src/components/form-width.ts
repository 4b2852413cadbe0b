/** Of a form with a preview beside it: as wide as a tablet, where the preview stands below. */
export const FORM_WIDTH = { base: 760, md: 640 }
