"""The site's own forms in place of those of allauth."""

ACCOUNT_FORMS = {
    "login": "accounts.web.forms.LogInForm",
    "signup": "accounts.web.forms.SignUpForm",
    "add_email": "accounts.web.forms.AddressForm",
    "change_password": "accounts.web.forms.PasswordChangeForm",
    "set_password": "accounts.web.forms.PasswordSetForm",
    "reset_password": "accounts.web.forms.PasswordResetForm",
    "reset_password_from_key": "accounts.web.forms.PasswordResetKeyForm",
    "reauthenticate": "accounts.web.forms.PasswordAgainForm",
}
MFA_FORMS = {
    "authenticate": "accounts.web.factor_forms.CodeForm",
    "reauthenticate": "accounts.web.factor_forms.CodeAgainForm",
    "activate_totp": "accounts.web.factor_forms.AppForm",
    "authenticate_webauthn": "accounts.web.factor_forms.KeyAfterPasswordForm",
    "login_webauthn": "accounts.web.factor_forms.KeyAloneForm",
    "reauthenticate_webauthn": "accounts.web.factor_forms.KeyAgainForm",
    "add_webauthn": "accounts.web.factor_forms.KeyForm",
    "edit_webauthn": "accounts.web.factor_forms.KeyNameForm",
}
