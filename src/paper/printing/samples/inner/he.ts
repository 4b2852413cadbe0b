import { address, item, type SampleTexts } from './sample-texts.ts'

export const he: SampleTexts = {
  currency: 'ILS',
  taxPercent: 18n,
  seller: {
    name: 'סטודיו נוצה וגאות',
    contactName: 'אורלי מגדלור',
    email: 'accounts@notza-geut.example',
    phone: '+972 4 555 0142',
    website: 'notza-geut.example',
    taxId: '512345674',
    address: address('IL', 'סמטת הפנסאים 14', 'חיפה', '3100001'),
    bankName: 'בנק המזח',
    iban: 'IL620108000000099999999',
  },
  buyer: {
    name: 'מסעות ערפילי בוקר',
    contactName: 'כספי לינדור',
    email: 'kaspi@arfilim.example',
    phone: '+972 3 555 0177',
    taxId: '514567891',
    address: address('IL', 'רציף המצפן 3', 'יפו', '6100001'),
  },
  items: [
    item('זהות מותגית', 'לוגו, צבעים, גופנים ומדריך קצר', '1', 'LS', '9600'),
    item('עיצוב אתר', 'דף הבית, מסעות, הזמנות, יומן', '36.5', 'HUR', '340'),
    item('מפות מסלול מודפסות', 'מקופלות, נייר לא מצופה 120 גרם', '250', 'H87', '5.90'),
    item('אחסון ותחזוקה', 'עדכונים, גיבויים ובדיקה שנתית', '12', 'MON', '155'),
  ],
  discountReason: 'הנחת השקה',
  terms: 'תשלום תוך 14 יום, ללא ניכוי.',
  notes: 'תודה שאפשרתם לנו להתוות את המסלול יחד.\nהמפות יישלחו עם הגאות הראשונה של דצמבר.',
}
