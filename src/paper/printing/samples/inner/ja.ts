import { address, item, type SampleTexts } from './sample-texts.ts'

export const ja: SampleTexts = {
  currency: 'JPY',
  taxPercent: 10n,
  seller: {
    name: '株式会社ハネペンと潮',
    contactName: '汐見 灯',
    email: 'keiri@hanepen.example',
    phone: '045-555-0142',
    website: 'hanepen.example',
    taxId: 'T1234567890123',
    address: address('JP', '灯籠町14-2', '横浜市中区', '231-0000', '神奈川県'),
    bankName: '岬銀行 本店 普通 0001234',
    iban: '',
  },
  buyer: {
    name: '朝霧フィヨルド探検社 御中',
    contactName: '林堂 櫂',
    email: 'kai@asagiri.example',
    phone: '03-5555-0177',
    taxId: '',
    address: address('JP', '羅針町3丁目8番地', '港区', '105-0000', '東京都'),
  },
  items: [
    item('ブランドデザイン', 'ロゴ、配色、書体、簡易ガイドライン', '1', 'LS', '380000'),
    item('ウェブサイト設計', 'トップ、探検、予約、航海日誌', '36.5', 'HUR', '12000'),
    item('航路図の印刷', '折り加工、非塗工紙 120g', '250', 'H87', '220'),
    item('サーバー管理と保守', '更新、バックアップ、年次点検', '12', 'MON', '6500'),
  ],
  discountReason: '初回お取引割引',
  terms: '請求日より14日以内にお振り込みください。振込手数料は貴社にてご負担願います。',
  notes: 'このたびはご用命いただき、誠にありがとうございます。\n航路図は12月初めに発送いたします。',
}
