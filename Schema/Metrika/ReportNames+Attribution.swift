import Methodical

// Each name without an argument stands for the attribution model that the server takes by default.

/// Sources of visits by an attribution model.
extension Metrika.VisitsDimension {
    public static func advEngine(attribution: Metrika.Attribution) -> Self {
        advEngine.with("<attribution>", attribution)
    }
    public static func currency(attribution: Metrika.Attribution) -> Self {
        currency.with("<attribution>", attribution)
    }
    public static func directBannerGroup(attribution: Metrika.Attribution) -> Self {
        directBannerGroup.with("<attribution>", attribution)
    }
    public static func directClickBanner(attribution: Metrika.Attribution) -> Self {
        directClickBanner.with("<attribution>", attribution)
    }
    public static func directClickOrder(attribution: Metrika.Attribution) -> Self {
        directClickOrder.with("<attribution>", attribution)
    }
    public static func directConditionType(attribution: Metrika.Attribution) -> Self {
        directConditionType.with("<attribution>", attribution)
    }
    public static func directPhraseOrCond(attribution: Metrika.Attribution) -> Self {
        directPhraseOrCond.with("<attribution>", attribution)
    }
    public static func directPlatform(attribution: Metrika.Attribution) -> Self {
        directPlatform.with("<attribution>", attribution)
    }
    public static func directPlatformType(attribution: Metrika.Attribution) -> Self {
        directPlatformType.with("<attribution>", attribution)
    }
    public static func directSearchPhrase(attribution: Metrika.Attribution) -> Self {
        directSearchPhrase.with("<attribution>", attribution)
    }
    public static func displayCampaign(attribution: Metrika.Attribution) -> Self {
        displayCampaign.with("<attribution>", attribution)
    }
    public static func from(attribution: Metrika.Attribution) -> Self { from.with("<attribution>", attribution) }
    public static func hasGCLID(attribution: Metrika.Attribution) -> Self {
        hasGCLID.with("<attribution>", attribution)
    }
    public static func messenger(attribution: Metrika.Attribution) -> Self {
        messenger.with("<attribution>", attribution)
    }
    public static func openstatAd(attribution: Metrika.Attribution) -> Self {
        openstatAd.with("<attribution>", attribution)
    }
    public static func openstatCampaign(attribution: Metrika.Attribution) -> Self {
        openstatCampaign.with("<attribution>", attribution)
    }
    public static func openstatService(attribution: Metrika.Attribution) -> Self {
        openstatService.with("<attribution>", attribution)
    }
    public static func openstatSource(attribution: Metrika.Attribution) -> Self {
        openstatSource.with("<attribution>", attribution)
    }
    public static func qrCodeProvider(attribution: Metrika.Attribution) -> Self {
        qrCodeProvider.with("<attribution>", attribution)
    }
    public static func recommendationSystem(attribution: Metrika.Attribution) -> Self {
        recommendationSystem.with("<attribution>", attribution)
    }
    public static func referalSource(attribution: Metrika.Attribution) -> Self {
        referalSource.with("<attribution>", attribution)
    }
    public static func searchEngine(attribution: Metrika.Attribution) -> Self {
        searchEngine.with("<attribution>", attribution)
    }
    public static func searchEngineRoot(attribution: Metrika.Attribution) -> Self {
        searchEngineRoot.with("<attribution>", attribution)
    }
    public static func searchPhrase(attribution: Metrika.Attribution) -> Self {
        searchPhrase.with("<attribution>", attribution)
    }
    public static func socialNetwork(attribution: Metrika.Attribution) -> Self {
        socialNetwork.with("<attribution>", attribution)
    }
    public static func socialNetworkProfile(attribution: Metrika.Attribution) -> Self {
        socialNetworkProfile.with("<attribution>", attribution)
    }
    public static func sourceEngine(attribution: Metrika.Attribution) -> Self {
        sourceEngine.with("<attribution>", attribution)
    }
    public static func trafficSource(attribution: Metrika.Attribution) -> Self {
        trafficSource.with("<attribution>", attribution)
    }
    public static func utmCampaign(attribution: Metrika.Attribution) -> Self {
        utmCampaign.with("<attribution>", attribution)
    }
    public static func utmContent(attribution: Metrika.Attribution) -> Self {
        utmContent.with("<attribution>", attribution)
    }
    public static func utmMedium(attribution: Metrika.Attribution) -> Self {
        utmMedium.with("<attribution>", attribution)
    }
    public static func utmSource(attribution: Metrika.Attribution) -> Self {
        utmSource.with("<attribution>", attribution)
    }
    public static func utmTerm(attribution: Metrika.Attribution) -> Self { utmTerm.with("<attribution>", attribution) }
}

/// Campaigns in Yandex Direct by an attribution model.
extension Metrika.AdClickDimension {
    public static func currency(attribution: Metrika.Attribution) -> Self {
        currency.with("<attribution>", attribution)
    }
    public static func directBanner(attribution: Metrika.Attribution) -> Self {
        directBanner.with("<attribution>", attribution)
    }
    public static func directBannerGroup(attribution: Metrika.Attribution) -> Self {
        directBannerGroup.with("<attribution>", attribution)
    }
    public static func directConditionType(attribution: Metrika.Attribution) -> Self {
        directConditionType.with("<attribution>", attribution)
    }
    public static func directOrder(attribution: Metrika.Attribution) -> Self {
        directOrder.with("<attribution>", attribution)
    }
    public static func directPhraseOrCond(attribution: Metrika.Attribution) -> Self {
        directPhraseOrCond.with("<attribution>", attribution)
    }
    public static func directPlatform(attribution: Metrika.Attribution) -> Self {
        directPlatform.with("<attribution>", attribution)
    }
    public static func directPlatformType(attribution: Metrika.Attribution) -> Self {
        directPlatformType.with("<attribution>", attribution)
    }
    public static func directSearchPhrase(attribution: Metrika.Attribution) -> Self {
        directSearchPhrase.with("<attribution>", attribution)
    }
    public static func displayCampaign(attribution: Metrika.Attribution) -> Self {
        displayCampaign.with("<attribution>", attribution)
    }
}

/// Sources with expenses by an attribution model.
extension Metrika.AdExpenseDimension {
    public static func expenseCampaign(attribution: Metrika.Attribution) -> Self {
        expenseCampaign.with("<attribution>", attribution)
    }
    public static func expenseContent(attribution: Metrika.Attribution) -> Self {
        expenseContent.with("<attribution>", attribution)
    }
    public static func expenseMedium(attribution: Metrika.Attribution) -> Self {
        expenseMedium.with("<attribution>", attribution)
    }
    public static func expenseSource(attribution: Metrika.Attribution) -> Self {
        expenseSource.with("<attribution>", attribution)
    }
    public static func expenseTerm(attribution: Metrika.Attribution) -> Self {
        expenseTerm.with("<attribution>", attribution)
    }
    public static func sourceEngine(attribution: Metrika.Attribution) -> Self {
        sourceEngine.with("<attribution>", attribution)
    }
    public static func trafficSource(attribution: Metrika.Attribution) -> Self {
        trafficSource.with("<attribution>", attribution)
    }
}
