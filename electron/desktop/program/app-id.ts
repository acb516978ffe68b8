/** The identifier of the installed program: `appId` of electron-builder.yml. */
export const APP_ID = 'org.courtyard.desktop';
