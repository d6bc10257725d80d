import Methodical

// Each name without an argument stands for the attribution model that the server takes by default.

/// Sources of visits by an attribution model.
extension Metrika.VisitsDimension {
    /// Returns the dimension for the advertising system, by an attribution model.
    public static func advEngine(attribution: Metrika.Attribution) -> Self {
        advEngine.attributed(by: attribution)
    }
    /// Returns the dimension for the currency of the ad, by an attribution model.
    public static func currency(attribution: Metrika.Attribution) -> Self {
        currency.attributed(by: attribution)
    }
    /// Returns the dimension for the group of ads in Yandex Direct, by an attribution model.
    public static func directBannerGroup(attribution: Metrika.Attribution) -> Self {
        directBannerGroup.attributed(by: attribution)
    }
    /// Returns the dimension for the clicked ad in Yandex Direct, by an attribution model.
    public static func directClickBanner(attribution: Metrika.Attribution) -> Self {
        directClickBanner.attributed(by: attribution)
    }
    /// Returns the dimension for the campaign of the clicked ad, by an attribution model.
    public static func directClickOrder(attribution: Metrika.Attribution) -> Self {
        directClickOrder.attributed(by: attribution)
    }
    /// Returns the dimension for the kind of condition that showed the ad, by an attribution model.
    public static func directConditionType(attribution: Metrika.Attribution) -> Self {
        directConditionType.attributed(by: attribution)
    }
    /// Returns the dimension for the phrase or condition that showed the ad, by an attribution model.
    public static func directPhraseOrCond(attribution: Metrika.Attribution) -> Self {
        directPhraseOrCond.attributed(by: attribution)
    }
    /// Returns the dimension for the site that showed the ad, by an attribution model.
    public static func directPlatform(attribution: Metrika.Attribution) -> Self {
        directPlatform.attributed(by: attribution)
    }
    /// Returns the dimension for the kind of site that showed the ad, by an attribution model.
    public static func directPlatformType(attribution: Metrika.Attribution) -> Self {
        directPlatformType.attributed(by: attribution)
    }
    /// Returns the dimension for the search text that showed the ad, by an attribution model.
    public static func directSearchPhrase(attribution: Metrika.Attribution) -> Self {
        directSearchPhrase.attributed(by: attribution)
    }
    /// Returns the dimension for the campaign of display ads, by an attribution model.
    public static func displayCampaign(attribution: Metrika.Attribution) -> Self {
        displayCampaign.attributed(by: attribution)
    }
    /// Returns the dimension for the `from` in the address, by an attribution model.
    public static func from(attribution: Metrika.Attribution) -> Self { from.attributed(by: attribution) }
    /// Returns the dimension for the presence of a `gclid` in the address, by an attribution model.
    public static func hasGCLID(attribution: Metrika.Attribution) -> Self {
        hasGCLID.attributed(by: attribution)
    }
    /// Returns the dimension for the messenger, by an attribution model.
    public static func messenger(attribution: Metrika.Attribution) -> Self {
        messenger.attributed(by: attribution)
    }
    /// Returns the dimension for the ad in the Openstat tag, by an attribution model.
    public static func openstatAd(attribution: Metrika.Attribution) -> Self {
        openstatAd.attributed(by: attribution)
    }
    /// Returns the dimension for the campaign in the Openstat tag, by an attribution model.
    public static func openstatCampaign(attribution: Metrika.Attribution) -> Self {
        openstatCampaign.attributed(by: attribution)
    }
    /// Returns the dimension for the service in the Openstat tag, by an attribution model.
    public static func openstatService(attribution: Metrika.Attribution) -> Self {
        openstatService.attributed(by: attribution)
    }
    /// Returns the dimension for the source in the Openstat tag, by an attribution model.
    public static func openstatSource(attribution: Metrika.Attribution) -> Self {
        openstatSource.attributed(by: attribution)
    }
    /// Returns the dimension for the provider of the QR code, by an attribution model.
    public static func qrCodeProvider(attribution: Metrika.Attribution) -> Self {
        qrCodeProvider.attributed(by: attribution)
    }
    /// Returns the dimension for the recommendation system, by an attribution model.
    public static func recommendationSystem(attribution: Metrika.Attribution) -> Self {
        recommendationSystem.attributed(by: attribution)
    }
    /// Returns the dimension for the referring site, by an attribution model.
    public static func referalSource(attribution: Metrika.Attribution) -> Self {
        referalSource.attributed(by: attribution)
    }
    /// Returns the dimension for the search engine with its service, by an attribution model.
    public static func searchEngine(attribution: Metrika.Attribution) -> Self {
        searchEngine.attributed(by: attribution)
    }
    /// Returns the dimension for the search engine, by an attribution model.
    public static func searchEngineRoot(attribution: Metrika.Attribution) -> Self {
        searchEngineRoot.attributed(by: attribution)
    }
    /// Returns the dimension for the search text, by an attribution model.
    public static func searchPhrase(attribution: Metrika.Attribution) -> Self {
        searchPhrase.attributed(by: attribution)
    }
    /// Returns the dimension for the social network, by an attribution model.
    public static func socialNetwork(attribution: Metrika.Attribution) -> Self {
        socialNetwork.attributed(by: attribution)
    }
    /// Returns the dimension for the page in the social network, by an attribution model.
    public static func socialNetworkProfile(attribution: Metrika.Attribution) -> Self {
        socialNetworkProfile.attributed(by: attribution)
    }
    /// Returns the dimension for the source within its kind, by an attribution model.
    public static func sourceEngine(attribution: Metrika.Attribution) -> Self {
        sourceEngine.attributed(by: attribution)
    }
    /// Returns the dimension for the kind of source, by an attribution model.
    public static func trafficSource(attribution: Metrika.Attribution) -> Self {
        trafficSource.attributed(by: attribution)
    }
    /// Returns the dimension for the `utm_campaign` in the address, by an attribution model.
    public static func utmCampaign(attribution: Metrika.Attribution) -> Self {
        utmCampaign.attributed(by: attribution)
    }
    /// Returns the dimension for the `utm_content` in the address, by an attribution model.
    public static func utmContent(attribution: Metrika.Attribution) -> Self {
        utmContent.attributed(by: attribution)
    }
    /// Returns the dimension for the `utm_medium` in the address, by an attribution model.
    public static func utmMedium(attribution: Metrika.Attribution) -> Self {
        utmMedium.attributed(by: attribution)
    }
    /// Returns the dimension for the `utm_source` in the address, by an attribution model.
    public static func utmSource(attribution: Metrika.Attribution) -> Self {
        utmSource.attributed(by: attribution)
    }
    /// Returns the dimension for the `utm_term` in the address, by an attribution model.
    public static func utmTerm(attribution: Metrika.Attribution) -> Self { utmTerm.attributed(by: attribution) }
}

/// Campaigns in Yandex Direct by an attribution model.
extension Metrika.AdClickDimension {
    /// Returns the dimension for the currency of the ad, by an attribution model.
    public static func currency(attribution: Metrika.Attribution) -> Self {
        currency.attributed(by: attribution)
    }
    /// Returns the dimension for the ad in Yandex Direct, by an attribution model.
    public static func directBanner(attribution: Metrika.Attribution) -> Self {
        directBanner.attributed(by: attribution)
    }
    /// Returns the dimension for the group of ads in Yandex Direct, by an attribution model.
    public static func directBannerGroup(attribution: Metrika.Attribution) -> Self {
        directBannerGroup.attributed(by: attribution)
    }
    /// Returns the dimension for the kind of condition that showed the ad, by an attribution model.
    public static func directConditionType(attribution: Metrika.Attribution) -> Self {
        directConditionType.attributed(by: attribution)
    }
    /// Returns the dimension for the campaign in Yandex Direct, by an attribution model.
    public static func directOrder(attribution: Metrika.Attribution) -> Self {
        directOrder.attributed(by: attribution)
    }
    /// Returns the dimension for the phrase or condition that showed the ad, by an attribution model.
    public static func directPhraseOrCond(attribution: Metrika.Attribution) -> Self {
        directPhraseOrCond.attributed(by: attribution)
    }
    /// Returns the dimension for the site that showed the ad, by an attribution model.
    public static func directPlatform(attribution: Metrika.Attribution) -> Self {
        directPlatform.attributed(by: attribution)
    }
    /// Returns the dimension for the kind of site that showed the ad, by an attribution model.
    public static func directPlatformType(attribution: Metrika.Attribution) -> Self {
        directPlatformType.attributed(by: attribution)
    }
    /// Returns the dimension for the search text that showed the ad, by an attribution model.
    public static func directSearchPhrase(attribution: Metrika.Attribution) -> Self {
        directSearchPhrase.attributed(by: attribution)
    }
    /// Returns the dimension for the campaign of display ads, by an attribution model.
    public static func displayCampaign(attribution: Metrika.Attribution) -> Self {
        displayCampaign.attributed(by: attribution)
    }
}

/// Sources with expenses by an attribution model.
extension Metrika.AdExpenseDimension {
    /// Returns the dimension for the `utm_campaign` of the expenses, by an attribution model.
    public static func expenseCampaign(attribution: Metrika.Attribution) -> Self {
        expenseCampaign.attributed(by: attribution)
    }
    /// Returns the dimension for the `utm_content` of the expenses, by an attribution model.
    public static func expenseContent(attribution: Metrika.Attribution) -> Self {
        expenseContent.attributed(by: attribution)
    }
    /// Returns the dimension for the `utm_medium` of the expenses, by an attribution model.
    public static func expenseMedium(attribution: Metrika.Attribution) -> Self {
        expenseMedium.attributed(by: attribution)
    }
    /// Returns the dimension for the `utm_source` of the expenses, by an attribution model.
    public static func expenseSource(attribution: Metrika.Attribution) -> Self {
        expenseSource.attributed(by: attribution)
    }
    /// Returns the dimension for the `utm_term` of the expenses, by an attribution model.
    public static func expenseTerm(attribution: Metrika.Attribution) -> Self {
        expenseTerm.attributed(by: attribution)
    }
    /// Returns the dimension for the source within its kind, by an attribution model.
    public static func sourceEngine(attribution: Metrika.Attribution) -> Self {
        sourceEngine.attributed(by: attribution)
    }
    /// Returns the dimension for the kind of source, by an attribution model.
    public static func trafficSource(attribution: Metrika.Attribution) -> Self {
        trafficSource.attributed(by: attribution)
    }
}
