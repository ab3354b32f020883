export const linkToSendLabels = {
  qrCode: (title: string) => `QR code of the link: ${title}`,
  link: (title: string) => `Link: ${title}`,
  text: 'Text to send',
  language: 'Language of the text',
  copyText: 'Copy text',
  copyLink: 'Copy link',
  email: 'E-mail',
};
