import { address, item, type SampleTexts } from './sample-texts.ts'

export const zh: SampleTexts = {
  currency: 'CNY',
  taxPercent: 6n,
  seller: {
    name: '羽笔与潮设计有限公司',
    contactName: '汐见澜',
    email: 'accounts@yubichao.example',
    phone: '+86 532 5550 0142',
    website: 'yubichao.example',
    taxId: '91370200MA00000000',
    address: address('CN', '灯笼巷14号', '青岛市', '266000', '山东省'),
    bankName: '开户行：海角银行青岛分行\n账号：6200 0000 0000 0142',
    iban: '',
  },
  buyer: {
    name: '晨雾峡湾探险社',
    contactName: '林棠',
    email: 'lintang@chenwu.example',
    phone: '+86 21 5550 0177',
    taxId: '91310000MA00000000',
    address: address('CN', '罗盘码头3号', '上海市', '200000'),
  },
  items: [
    item('品牌形象设计', '标志、配色、字体与简明手册', '1', 'LS', '18000'),
    item('网站设计', '首页、探险、预订、航海日志', '36.5', 'HUR', '600'),
    item('航线图印刷', '折页，120克胶版纸', '250', 'H87', '11.50'),
    item('托管与维护', '更新、备份及年度检查', '12', 'MON', '300'),
  ],
  discountReason: '首次合作优惠',
  terms: '请于14日内付款，不作扣减。',
  notes: '感谢您让我们一同规划这段航程。\n航线图将于十二月初寄出。',
}
