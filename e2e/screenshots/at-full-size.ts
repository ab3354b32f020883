/** The shared app then has the demo's mailbox, so that the screens about e-mails are complete. */
process.env.LANDFALL_TEST_SIZE = 'full';
